/** The checklist's address; only the office's own screens lead to it. */
export const checklistPath = '/admin/checklist'

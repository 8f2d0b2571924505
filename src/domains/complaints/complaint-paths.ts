/** Apart from `src/paths.ts`, which every public page loads. */
export const complaintPaths = {
  /** Short, for print and for links of others; the server leads on to `page`. */
  short: '/complaint',
  /** Where one is filed and, with its id, read. No route of its own: each costs every page's first load. */
  page: '/admin/complaint',
  office: '/admin/complaints',
}

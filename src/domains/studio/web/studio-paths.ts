/** The studio's own addresses, apart from `src/paths.ts`, which every public page loads. */
export const studioPaths = {
  course: (courseId: string) => `/admin/courses/${encodeURIComponent(courseId)}`,
  history: (courseId: string) => `/admin/courses/${encodeURIComponent(courseId)}/history`,
  preview: (courseId: string) => `/admin/courses/${encodeURIComponent(courseId)}/preview`,
}

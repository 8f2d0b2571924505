/** Where a lesson that is free to see stands on the course page: its element's id. */
export function lessonAnchor(lessonId: string): string {
  return `lesson-${lessonId}`
}

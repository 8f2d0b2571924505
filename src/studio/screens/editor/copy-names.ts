/** What the names of a course's unsaved copies begin with; behind a colon stands whose page it was. */
export function copyPrefix(personId: string, courseId: string): string {
  return `course-changes:${personId}:${courseId}`
}

/** Names of the copies that pages of this browser keep of a course. Throws where it refuses to tell. */
export function listCopyNames(storage: Storage, prefix: string): string[] {
  return Object.keys(storage).filter((name) => `${name}:`.startsWith(`${prefix}:`))
}

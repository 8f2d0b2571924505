/**
 * What still stands between a learner and the certificate, such as '3 of 12 lessons are left.'
 * Null where no lesson does.
 */
export function lessonsLeftNotice(videos: readonly { completed: boolean }[]): string | null {
  const left = videos.filter(({ completed }) => !completed).length
  if (left === 0) return null
  const lessons = videos.length === 1 ? 'lesson' : 'lessons'
  return `${left} of ${videos.length} ${lessons} ${left === 1 ? 'is' : 'are'} left.`
}

interface WatchedVideo {
  id: string
  position: number
  completed: boolean
}

/**
 * The lesson to open: the one asked for, else the one the learner stopped in, else the first that
 * is not complete, else the first. Null in a course without lessons.
 */
export function chooseLesson(
  lessonIds: readonly string[],
  { askedFor, watched }: { askedFor: string | null; watched: readonly WatchedVideo[] },
): string | null {
  if (askedFor !== null && lessonIds.includes(askedFor)) return askedFor
  const open = watched.filter(({ id, completed }) => !completed && lessonIds.includes(id))
  const begun = open.findLast(({ position }) => position > 0)
  return begun?.id ?? open[0]?.id ?? lessonIds[0] ?? null
}

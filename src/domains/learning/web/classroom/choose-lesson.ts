interface WatchedVideo {
  id: string
  position: number
  completed: boolean
  played_at?: string | undefined
}

/**
 * The lesson to open: the one asked for, else the one the learner stopped in, or the next that is not
 * complete, else the first that is not, else the first. Null in a course without lessons.
 */
export function chooseLesson(
  lessonIds: readonly string[],
  { askedFor, watched }: { askedFor: string | null; watched: readonly WatchedVideo[] },
): string | null {
  if (askedFor !== null && lessonIds.includes(askedFor)) return askedFor
  const known = watched.filter(({ id }) => lessonIds.includes(id))
  const open = known.filter(({ completed }) => !completed)
  const last = known.reduce<WatchedVideo | null>(laterPlayed, null)
  // An answer that tells no times.
  const begun = last ? null : open.findLast(({ position }) => position > 0)
  const next = last && known.slice(known.indexOf(last)).find(({ completed }) => !completed)
  return (begun ?? next ?? open[0])?.id ?? lessonIds[0] ?? null
}

function laterPlayed(last: WatchedVideo | null, one: WatchedVideo): WatchedVideo | null {
  return (one.played_at ?? '') > (last?.played_at ?? '') ? one : last
}

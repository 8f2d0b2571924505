/** Time for the second file to be there before the first arrives at the same second. */
const LEAD_IN_SECONDS = 1.5
const MOST_TRIES = 6
const NEAR_ENOUGH_IN_SECONDS = 0.3

/**
 * Brings `next`, whose file was just set, to the second at which `current` will be in a moment, and
 * waits for that moment. False: it did not come in time, and `current` goes on.
 */
export async function prepareVideo(
  current: HTMLVideoElement,
  next: HTMLVideoElement,
  signal: AbortSignal,
): Promise<boolean> {
  const isKnown = () => next.readyState >= HTMLMediaElement.HAVE_METADATA
  if (!(await becomes(next, 'loadedmetadata', isKnown, signal))) return false
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const lead = current.paused ? 0 : LEAD_IN_SECONDS * current.playbackRate
    const target = Math.min(current.currentTime + lead, next.duration)
    next.currentTime = target
    const isThere = () => !next.seeking && next.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (!(await becomes(next, 'canplay', isThere, signal))) return false
    await arrive(current, target, signal)
    if (signal.aborted || current.ended) return false
    if (Math.abs(current.currentTime - target) < NEAR_ENOUGH_IN_SECONDS * current.playbackRate) {
      return true
    }
  }
  return false
}

function becomes(
  video: HTMLVideoElement,
  event: 'loadedmetadata' | 'canplay',
  isSo: () => boolean,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = (isGood: boolean) => {
      done.abort()
      resolve(isGood)
    }
    const check = () => {
      if (isSo()) end(true)
    }
    const options = { signal: done.signal }
    video.addEventListener(event, check, options)
    video.addEventListener('seeked', check, options)
    video.addEventListener('error', () => end(false), options)
    signal.addEventListener('abort', () => end(false), options)
    if (signal.aborted) end(false)
    else check()
  })
}

/** Until it plays up to `target`; at once if it stands, has passed it or was sent elsewhere. */
async function arrive(
  current: HTMLVideoElement,
  target: number,
  signal: AbortSignal,
): Promise<void> {
  const isOnItsWay = () =>
    !signal.aborted &&
    !current.paused &&
    !current.ended &&
    current.currentTime < target - 0.03 &&
    target - current.currentTime < LEAD_IN_SECONDS * current.playbackRate + 1
  while (isOnItsWay()) await new Promise((resolve) => setTimeout(resolve, 30))
}

/** Shorter windows tell more of the network's bursts than of what it carries. */
const SHORTEST_WINDOW_IN_MS = 400
/** A wait this long was the browser's own, which had enough. */
const LONGEST_WINDOW_IN_MS = 4_000
const WEIGHT_OF_LATEST = 0.4
const MEASURED_ENOUGH_IN_MS = 800

export interface ThroughputMeter {
  /** How far the stretch that plays is buffered, at a time in ms. */
  sample: (bufferedTo: number, nowInMs: number) => void
  /** Another file, or another place in it: what is buffered begins anew. */
  restart: (bitsPerSecondOfFile: number) => void
  /** Null: too little was seen. */
  read: () => number | null
}

/**
 * What the network carries, from how fast the film itself is buffered: nothing is fetched for it. A
 * browser that pauses in between makes the figure too low, never too high.
 */
export function createThroughputMeter(): ThroughputMeter {
  let bitsPerSecondOfFile = 0
  let last: { bufferedTo: number; at: number } | null = null
  let estimate: number | null = null
  let measuredInMs = 0
  return {
    restart: (bitsPerSecond) => {
      bitsPerSecondOfFile = bitsPerSecond
      last = null
    },
    sample: (bufferedTo, nowInMs) => {
      if (last === null || bufferedTo < last.bufferedTo) {
        last = { bufferedTo, at: nowInMs }
        return
      }
      const windowInMs = nowInMs - last.at
      if (windowInMs < SHORTEST_WINDOW_IN_MS) return
      const seconds = bufferedTo - last.bufferedTo
      last = { bufferedTo, at: nowInMs }
      if (seconds === 0 || windowInMs > LONGEST_WINDOW_IN_MS) return
      const carried = (seconds * bitsPerSecondOfFile * 1000) / windowInMs
      estimate =
        estimate === null ? carried : estimate * (1 - WEIGHT_OF_LATEST) + carried * WEIGHT_OF_LATEST
      measuredInMs += windowInMs
    },
    read: () => (measuredInMs < MEASURED_ENOUGH_IN_MS ? null : estimate),
  }
}

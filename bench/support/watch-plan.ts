/** A link to a film as a player has it, with what goes with it. */
export interface WatchedLink {
  path: string
  cookie: string
  sizeInBytes: number
}

/** Each link is one viewer with one connection. */
export interface WatchPlan {
  port: number
  links: WatchedLink[]
  /** Bytes that a viewer takes a second; null: as fast as they come. */
  bytesPerSecond: number | null
  /** Asked for at once; null: the whole film. */
  rangeInBytes: number | null
  durationInMs: number
}

export interface WatchResult {
  bytes: number
  ranges: number
  /** Answers other than 206, and connections that broke. */
  failures: number
  /** Viewers who had to wait a second or more for bytes that were due. */
  stalled: number
  elapsedInMs: number
}

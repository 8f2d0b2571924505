/** Keeps a number of connections busy, each with one request at a time, for a while. */
export interface LoadPlan {
  port: number
  connections: number
  durationInMs: number
  /** Whole requests as they go over the wire; connections take them in turn. */
  requests: string[]
  /** Requests sent at once on a connection, where the load must cost next to nothing; else one. */
  pipelined?: number
  /** So long a connection rests after an answer, or after a piece of identical ones; else not at all. */
  pauseInMs?: number
  /** All answers are the same to the byte: after the first, bytes are counted and nothing is read. */
  identical?: boolean
}

export interface LoadResult {
  answered: number
  /** Answers by status other than 2xx. */
  refused: Record<string, number>
  /** Connections that broke. */
  broken: number
  /** Connections that the server ended as it had announced. */
  closed: number
  elapsedInMs: number
  latency: Latency
}

export interface Latency {
  p50InMs: number
  p99InMs: number
  maxInMs: number
}

/** Sorts in place. Zeros for an empty list. */
export function summariseLatencies(inMs: Float64Array): Latency {
  inMs.sort()
  const at = (share: number): number =>
    inMs[Math.min(inMs.length - 1, Math.floor(share * inMs.length))] ?? 0
  return { p50InMs: at(0.5), p99InMs: at(0.99), maxInMs: inMs.at(-1) ?? 0 }
}

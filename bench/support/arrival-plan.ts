/** Open arrivals: so many requests a second, however slow the answers come. */
export interface ArrivalPlan {
  port: number
  perSecond: number
  /** At most so many at once; the others wait. */
  connections: number
  durationInMs: number
  /** Asked for in turn. */
  paths: string[]
}

export interface Arrival {
  /** Since the first was due. */
  atInMs: number
  /** 0: the connection broke. */
  status: number
  /** From when it was due until its answer was there. */
  inMs: number
}

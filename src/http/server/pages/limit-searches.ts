import pLimit from 'p-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** More than all who share an address of a mobile network search for; typing asks once in a pause. */
const mostInANetwork = { points: 100, duration: 10 }

export interface SearchLimit {
  /** Counts a search of a network. Resolves to the seconds it has to wait; 0: it may be made. */
  take(network: string): Promise<number>
  /** Makes one page at a time, so that whoever asks for anything else waits for one at most. */
  inTurn<Value>(make: () => Promise<Value>): Promise<Value>
}

/**
 * What people search is endless, so its pages are made for each who asks: this bounds what a stranger
 * can cause by that. In memory, as a look into the database would cost as much as it saves.
 */
export function createSearchLimit(): SearchLimit {
  const limiter = new RateLimiterMemory(mostInANetwork)
  const turns = pLimit(1)
  return {
    take: async (network) =>
      limiter.consume(network).then(
        () => 0,
        (refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) throw refused
          return Math.ceil(refused.msBeforeNext / 1000)
        },
      ),
    inTurn: (make) => turns(make),
  }
}

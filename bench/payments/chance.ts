import { createHash } from 'node:crypto'

/** Chance that comes out the same for the same seed and purpose, whatever else draws meanwhile. */
export interface Chance {
  /** True with this probability, of 1. */
  of(probability: number): boolean
  /** A whole number, both ends included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
  /** A key, as often as its weight says. */
  weigh<Key extends string>(weights: Record<Key, number>): Key
}

export function createChance(seed: number, purpose: string): Chance {
  const next = createNumbers(createHash('sha256').update(`${seed} ${purpose}`).digest())
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  return {
    of: (probability) => next() < probability,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    weigh: (weights) => {
      const entries = Object.entries<number>(weights)
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      const [key] = entries.find(([, weight]) => (left -= weight) < 0) ?? entries[0] ?? []
      return key as keyof typeof weights // Object.entries forgets which keys there are
    },
  }
}

/** Numbers from 0 up to 1 by sfc32: small, quick and good enough for everything but secrets. */
function createNumbers(start: Buffer): () => number {
  let [a, b, c, counter] = [0, 4, 8, 12].map((at) => start.readInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4_294_967_296
  }
}

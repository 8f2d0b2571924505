/** Counts by name, for the table at the end. */
export interface Tally {
  count(name: string, times?: number): void
  /** In the order in which the names first came up. */
  rows(): [name: string, count: number][]
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  return {
    count: (name, times = 1) => void counts.set(name, (counts.get(name) ?? 0) + times),
    rows: () => [...counts].filter(([, count]) => count > 0),
  }
}

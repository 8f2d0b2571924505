/**
 * Of the ids that stand in both lists the fewest that have to be moved to turn the one order into the
 * other: those outside a longest increasing subsequence of their former places.
 */
export function listMoved(before: readonly string[], after: readonly string[]): Set<string> {
  const places = new Map(before.map((id, place) => [id, place]))
  const kept = after.filter((id) => places.has(id))
  const staying = longestIncreasing(kept.map((id) => places.get(id) ?? 0))
  return new Set(kept.filter((_, index) => !staying.has(index)))
}

/** The indexes of one longest increasing subsequence of different numbers. */
function longestIncreasing(numbers: readonly number[]): Set<number> {
  /** For each length the index of the smallest number that such a run can end with. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, number] of numbers.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1]
    ends[low] = index
  }
  const indexes = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) indexes.add(at)
  return indexes
}

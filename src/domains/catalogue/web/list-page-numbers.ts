/** Which pages to link from one of them: the first, the last, and those beside it; null for a gap. */
export function listPageNumbers(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, at) => at + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return near.flatMap((number, at) => {
    const skipped = number - (near[at - 1] ?? 0) - 1
    if (skipped === 0) return [number]
    // A gap of one page is no narrower than its number.
    return skipped === 1 ? [number - 1, number] : [null, number]
  })
}

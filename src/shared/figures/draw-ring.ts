export type Point = readonly [number, number]
export type Stroke = readonly [command: 'M' | 'C' | 'L', ...points: Point[]]

/** The angles at which a ring's shapes stand; half a step further round if it stands between. */
export function anglesOf(count: number, isBetween = false): number[] {
  const step = (2 * Math.PI) / count
  return Array.from({ length: count }, (_, at) => step * (at + (isBetween ? 0.5 : 0)))
}

/** One shape as part of a path. `place` says where a point of its outline stands on the sheet. */
export function drawShape(
  outline: readonly Stroke[],
  place: (point: Point) => Point,
  decimals: number,
): string {
  const scale = 10 ** decimals
  const write = (point: Point) =>
    place(point)
      .map((at) => Math.round(at * scale) / scale)
      .join(' ')
  return outline.map(([command, ...points]) => command + points.map(write).join(' ')).join('')
}

type Point = readonly [number, number]
type Stroke = readonly [command: 'M' | 'C' | 'L', ...points: Point[]]

export type MandalaTone = 'ink' | 'marigold' | 'rani' | 'leaf'

export interface MandalaLayer {
  /** All petals of the layer as one path, in a square from -100 to 100. */
  d: string
  tone: MandalaTone
  isFilled: boolean
}

export interface Ring {
  shape: Shape
  /** How often the shape stands around the centre. */
  count: number
  from: number
  to: number
  /** Half the width of one shape. */
  width: number
  tone: MandalaTone
  isFilled?: boolean
  /** Turns the ring by half a step, so that its shapes stand between those of the ring inside. */
  isBetween?: boolean
}

type Shape = 'petal' | 'leaf' | 'diamond' | 'arch' | 'dot' | 'drop'

/** A mandala that is always the same for the same text, and another for another. */
export function drawMandala(seed: string): MandalaLayer[] {
  const next = randomFrom(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T // never empty
  const count = pick([8, 10, 12, 16] as const)
  const rings: Ring[] = []
  let from = 4
  for (const width of [14, 16, 18, 20, 20]) {
    const around = from > 40 ? count * 2 : count
    const room = (Math.PI * (from + width * 0.7)) / around
    rings.push({
      shape: pick(['petal', 'leaf', 'arch', 'diamond'] as const),
      count: around,
      from,
      to: from + width,
      width: room * pick([0.8, 1, 1.15]),
      tone: 'ink',
      isBetween: next() > 0.5,
    })
    rings.push({
      shape: pick(['dot', 'drop', 'diamond', 'petal'] as const),
      count: around,
      from: from + width * 0.3,
      to: from + width * 0.75,
      width: Math.min(room * 0.35, width * 0.22),
      tone: pick(['marigold', 'marigold', 'rani', 'leaf'] as const),
      isFilled: true,
      isBetween: next() > 0.5,
    })
    from += width * 0.95
  }
  return drawRings(rings)
}

/** Rings from the centre outwards, a layer each. */
export function drawRings(rings: readonly Ring[]): MandalaLayer[] {
  return rings.map((ring) => ({
    d: drawRing(ring),
    tone: ring.tone,
    isFilled: ring.isFilled === true,
  }))
}

function drawRing({ count, isBetween, ...ring }: Ring): string {
  const outline = outlineOf(ring)
  const step = (2 * Math.PI) / count
  return Array.from({ length: count }, (_, at) =>
    drawShape(outline, step * (at + (isBetween ? 0.5 : 0))),
  ).join('')
}

function drawShape(outline: readonly Stroke[], angle: number): string {
  const write = (point: Point) =>
    turn(point, angle)
      .map((at) => Math.round(at * 10) / 10)
      .join(' ')
  return outline.map(([command, ...points]) => command + points.map(write).join(' ')).join('')
}

/** One shape by points [across, out], pointing away from the centre: `out` is the distance from it. */
function outlineOf({
  shape,
  from,
  to,
  width: w,
}: Pick<Ring, 'shape' | 'from' | 'to' | 'width'>): Stroke[] {
  const length = to - from
  const middle = from + length / 2
  switch (shape) {
    case 'petal':
      return [
        ['M', [0, from]],
        ['C', [w * 1.2, from + length * 0.3], [w * 0.9, to - length * 0.25], [0, to]],
        ['C', [-w * 0.9, to - length * 0.25], [-w * 1.2, from + length * 0.3], [0, from]],
      ]
    case 'leaf':
      return [
        ['M', [0, from]],
        ['C', [w, from + length * 0.2], [w, to - length * 0.45], [0, to]],
        ['C', [-w, to - length * 0.45], [-w, from + length * 0.2], [0, from]],
        ['M', [0, from + length * 0.15]],
        ['L', [0, to - length * 0.25]],
      ]
    case 'diamond':
      return [
        ['M', [0, from]],
        ['L', [w, middle], [0, to], [-w, middle], [0, from]],
      ]
    case 'arch':
      return [
        ['M', [-w, from]],
        ['C', [-w, from + length * 0.75], [-w * 0.35, from + length * 0.8], [0, to]],
        ['C', [w * 0.35, from + length * 0.8], [w, from + length * 0.75], [w, from]],
      ]
    case 'drop':
      return [
        ['M', [0, from]],
        ['C', [w * 1.6, from], [w * 1.1, from + length * 0.6], [0, to]],
        ['C', [-w * 1.1, from + length * 0.6], [-w * 1.6, from], [0, from]],
      ]
    case 'dot':
      return [
        ['M', [0, middle - w]],
        ['C', [w * 1.33, middle - w], [w * 1.33, middle + w], [0, middle + w]],
        ['C', [-w * 1.33, middle + w], [-w * 1.33, middle - w], [0, middle - w]],
      ]
  }
}

function turn([across, out]: Point, angle: number): Point {
  return [
    across * Math.cos(angle) + out * Math.sin(angle),
    across * Math.sin(angle) - out * Math.cos(angle),
  ]
}

/** A small repeatable generator: the same numbers from 0 to 1 for the same text. */
function randomFrom(seed: string): () => number {
  let state = 2_166_136_261
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  }
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519)
    state = Math.imul(state ^ (state >>> 13), 3_266_489_917)
    state ^= state >>> 16
    return (state >>> 0) / 4_294_967_296
  }
}

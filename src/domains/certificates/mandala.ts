import { anglesOf, drawShape, type Point } from '../../shared/figures/draw-ring.ts'

/** One ring of a mandala, drawn around the centre. Radii in millimetres, from the base outwards. */
export interface MandalaRing {
  shape: 'circle' | 'petals' | 'leaves' | 'scallops' | 'dots'
  /** How many petals, scallops or dots go round. A circle has none. */
  count?: number
  /** Half a step further round, so that two rings interlock. */
  isTurned?: boolean
  /** How much of its share of the round a petal or leaf fills: 1, if not said, touches its neighbours. */
  spread?: number
  /** Where the shape stands. */
  base: number
  /** Where it points to: smaller than the base for a shape that looks inwards. */
  tip?: number
  colour: string
  /** Thickness of the line, or radius of a dot, in millimetres. */
  weight: number
}

export interface Mandala {
  widthInMm: number
  heightInMm: number
  /** Rings lie around the middle of the picture; what lies outside it is cut off. */
  rings: MandalaRing[]
}

/** A mandala as an SVG picture of thin lines, one path a ring. The same rings give the same text. */
export function drawMandala({ widthInMm, heightInMm, rings }: Mandala): string {
  const box = `${-widthInMm / 2} ${-heightInMm / 2} ${widthInMm} ${heightInMm}`
  const size = `width="${widthInMm}mm" height="${heightInMm}mm" viewBox="${box}"`
  const paths = rings.map((ring) => drawRing(ring, { widthInMm, heightInMm })).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none">${paths}</svg>`
}

type Size = Pick<Mandala, 'widthInMm' | 'heightInMm'>

function drawRing(ring: MandalaRing, size: Size): string {
  const count = ring.count ?? 1
  const step = (2 * Math.PI) / count
  const seen = anglesOf(count, ring.isTurned).filter(
    (angle) => ring.shape === 'circle' || isSeen(ring, angle, size),
  )
  const outline = seen.map((angle) => drawRound(ring, angle, step / 2)).join('')
  if (ring.shape === 'dots') return `<path fill="${ring.colour}" d="${outline}"/>`
  return `<path stroke="${ring.colour}" stroke-width="${ring.weight}" stroke-linejoin="round" d="${outline}"/>`
}

function isSeen(
  { shape, base, tip = base, count = 1, weight }: MandalaRing,
  angle: number,
  size: Size,
) {
  const nearest = Math.min(base, tip)
  // A dot is drawn whole or not at all; a petal may be cut by the edge.
  const overhang = shape === 'dots' ? -2 * weight : (2 * Math.PI * nearest) / count
  return (
    Math.abs(nearest * Math.cos(angle)) < size.widthInMm / 2 + overhang &&
    Math.abs(nearest * Math.sin(angle)) < size.heightInMm / 2 + overhang
  )
}

function drawRound(ring: MandalaRing, angle: number, half: number): string {
  const { shape, base, tip = base, spread = 1, weight } = ring
  if (shape === 'circle') return drawCircle(0, 0, base)
  if (shape === 'dots') return drawCircle(base * Math.cos(angle), base * Math.sin(angle), weight)
  const bend = ([height, turn]: Point): Point => {
    const radius = base + (tip - base) * height
    const at = angle + half * spread * turn
    return [radius * Math.cos(at), radius * Math.sin(at)]
  }
  const [start, ...curve] = outlines[shape]
  return drawShape(
    [
      ['M', start],
      ['C', ...curve],
    ],
    bend,
    2,
  )
}

/** Bézier points as [height from base to tip, turn to the side], the first of them the start. */
const outlines: Record<'petals' | 'leaves' | 'scallops', [Point, ...Point[]]> = {
  petals: [
    [0, -1],
    [0.5, -1.05],
    [0.78, -0.42],
    [1, 0],
    [0.78, 0.42],
    [0.5, 1.05],
    [0, 1],
  ],
  leaves: [
    [0, 0],
    [0.3, -1],
    [0.65, -1],
    [1, 0],
    [0.65, 1],
    [0.3, 1],
    [0, 0],
  ],
  scallops: [
    [0, -1],
    [1.3, -0.95],
    [1.3, 0.95],
    [0, 1],
  ],
}

function drawCircle(x: number, y: number, radius: number): string {
  const half = (end: number) => `A${radius} ${radius} 0 0 1 ${round(end)} ${round(y)}`
  return `M${round(x - radius)} ${round(y)}${half(x + radius)}${half(x - radius)}Z`
}

/** A hundredth of a millimetre is finer than any printer, and keeps the file small. */
function round(lengthInMm: number): number {
  return Math.round(lengthInMm * 100) / 100
}

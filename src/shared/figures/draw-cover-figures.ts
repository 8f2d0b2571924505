import { anglesOf, drawShape, type Point, type Stroke } from './draw-ring.ts'

/** The palettes of `tokens.css` say what colour each is. */
type Tone = 'line' | 'accent' | 'spark'

interface Part {
  /** One shape, pointing up. */
  d: string
  /** Where it stands, each as an SVG transform. */
  places: string[]
  tone: Tone
  isFilled: boolean
}

/**
 * The figures of all drawn covers as one file, which every page refers to by `#f0` to `#f7`. The
 * shapes are drawn in a square from -100 to 100, in whatever colours the page gives them.
 */
export function drawCoverFigures(): string {
  const symbols = figures.map((parts, at) => `<g id="f${at}">${parts.map(drawPart).join('')}</g>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200"><defs>${symbols.join('')}</defs></svg>`
}

function drawPart({ d, places, tone, isFilled }: Part): string {
  const colour = `var(--cover-${tone})`
  const paint = isFilled
    ? `fill="${colour}"`
    : `fill="none" stroke="${colour}" stroke-width="1.4" stroke-linejoin="round"`
  const copies = places.map((place) => `<path d="${d}" transform="${place}"/>`)
  return `<g ${paint}>${copies.join('')}</g>`
}

const write = (outline: Stroke[]): string => drawShape(outline, (point) => point, 1)

/** Points [across, up from the centre]; the sheet's own y goes down. */
const up = (across: number, out: number): Point => [across, -out]

function petal(from: number, to: number, width: number): string {
  const length = to - from
  return write([
    ['M', up(0, from)],
    ['C', up(width, from + length * 0.3), up(width * 0.8, to - length * 0.25), up(0, to)],
    ['C', up(-width * 0.8, to - length * 0.25), up(-width, from + length * 0.3), up(0, from)],
  ])
}

function diamond(from: number, to: number, width: number): string {
  const middle = (from + to) / 2
  return write([
    ['M', up(0, from)],
    ['L', up(width, middle), up(0, to), up(-width, middle), up(0, from)],
  ])
}

function arch(from: number, to: number, width: number): string {
  const length = to - from
  return write([
    ['M', up(-width, from)],
    ['C', up(-width, from + length * 0.75), up(-width * 0.35, from + length * 0.8), up(0, to)],
    ['C', up(width * 0.35, from + length * 0.8), up(width, from + length * 0.75), up(width, from)],
  ])
}

function drop(from: number, to: number, width: number): string {
  const length = to - from
  return write([
    ['M', up(0, to)],
    ['C', up(width * 0.2, to - length * 0.5), up(width * 1.3, from), up(0, from)],
    ['C', up(-width * 1.3, from), up(-width * 0.2, to - length * 0.5), up(0, to)],
  ])
}

/** A mango leaf, the tip bent over: the paisley. */
function mango(from: number, to: number, width: number): string {
  const length = to - from
  return write([
    ['M', up(width * 0.8, to)],
    ['C', up(width * 1.1, to - length * 0.4), up(width * 1.3, from), up(0, from)],
    ['C', up(-width * 1.3, from), up(-width, from + length * 0.7), up(width * 0.8, to)],
  ])
}

function dot(out: number, radius: number): string {
  const bend = radius * 1.33
  return write([
    ['M', up(0, out - radius)],
    ['C', up(bend, out - radius), up(bend, out + radius), up(0, out + radius)],
    ['C', up(-bend, out + radius), up(-bend, out - radius), up(0, out - radius)],
  ])
}

/** The upper half of a circle. */
function hill(radius: number): string {
  const bend = radius * 1.33
  return write([
    ['M', up(-radius, 0)],
    ['C', up(-radius, bend), up(radius, bend), up(radius, 0)],
  ])
}

function around(count: number, isBetween = false): string[] {
  return anglesOf(count, isBetween).map(
    (angle) => `rotate(${Math.round((angle * 1800) / Math.PI) / 10})`,
  )
}

interface Rows {
  step: [across: number, down: number]
  rows: number
}

/** A grid of rows; every second one stands half a step aside. */
function inRows({ step, rows }: Rows): string[] {
  const [across, down] = step
  const perRow = Math.ceil(400 / across)
  return Array.from({ length: rows * perRow }, (_, at) => {
    const row = Math.floor(at / perRow)
    const x = ((at % perRow) - perRow / 2 + (row % 2) / 2) * across
    const y = (row - (rows - 1) / 2) * down
    return `translate(${Math.round(x)} ${Math.round(y)})`
  })
}

const line = (d: string, places: string[]): Part => ({ d, places, tone: 'line', isFilled: false })
const solid = (tone: Tone, d: string, places: string[]): Part => ({
  d,
  places,
  tone,
  isFilled: true,
})

const lotus = [
  solid('accent', petal(36, 92, 20), around(8)),
  line(petal(30, 98, 26), around(8)),
  line(petal(22, 78, 22), around(8, true)),
  solid('spark', petal(14, 54, 13), around(8, true)),
  solid('line', dot(0, 9), around(1)),
  solid('accent', dot(0, 4), around(1)),
]

const star = [
  solid('accent', diamond(20, 98, 10), around(12)),
  line(diamond(40, 98, 16), around(12, true)),
  solid('spark', diamond(64, 84, 4), around(12, true)),
  line(diamond(4, 40, 9), around(12)),
  solid('line', dot(0, 6), around(1)),
]

const sun = [
  solid('accent', dot(0, 34), around(1)),
  line(dot(0, 41), around(1)),
  line(arch(46, 72, 9), around(16)),
  solid('spark', drop(50, 64, 4), around(16)),
  solid('line', dot(80, 2.6), around(16, true)),
  line(petal(74, 99, 8), around(16)),
  solid('line', petal(4, 26, 6), around(8)),
]

const paisley = [
  solid('accent', mango(30, 82, 17), around(8)),
  line(mango(24, 96, 25), around(8)),
  solid('spark', dot(46, 6), around(8)),
  line(petal(4, 26, 8), around(8, true)),
  solid('line', dot(92, 3), around(8, true)),
  solid('line', dot(0, 4), around(1)),
]

const hills = { step: [56, 28], rows: 9 } satisfies Rows

const scallops = [
  line(hill(28), inRows(hills)),
  line(hill(20), inRows(hills)),
  solid('accent', hill(12), inRows({ ...hills, step: [56, 56], rows: 5 })),
  solid('spark', dot(6, 4), inRows(hills)),
]

const lattice = [
  line(diamond(-28, 28, 28), inRows({ step: [56, 28], rows: 9 })),
  solid('accent', diamond(-15, 15, 15), inRows({ step: [56, 56], rows: 5 })),
  solid('spark', petal(-15, 15, 7), inRows({ step: [56, 28], rows: 9 })),
  solid('line', dot(28, 3), inRows({ step: [56, 28], rows: 9 })),
]

/** Loops around dots, as they are drawn on doorsteps. */
const kolam = [
  line(petal(6, 66, 40), around(4)),
  line(petal(20, 96, 34), around(4, true)),
  solid('accent', dot(42, 10), around(4)),
  solid('spark', dot(66, 8), around(4, true)),
  line(petal(50, 99, 22), around(4)),
  solid('line', dot(84, 3.4), around(4)),
  solid('line', dot(86, 3.4), around(12)),
  solid('accent', dot(0, 7), around(1)),
]

const wreath = [
  line(petal(40, 70, 13), around(20)),
  solid('accent', petal(60, 98, 9), around(20, true)),
  solid('spark', dot(36, 3), around(20, true)),
  line(dot(0, 32), around(1)),
  solid('spark', petal(2, 28, 8), around(6)),
  line(petal(2, 30, 10), around(6, true)),
]

const figures: Part[][] = [lotus, star, sun, paisley, scallops, lattice, kolam, wreath]

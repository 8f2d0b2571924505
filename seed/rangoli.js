/** The palette of the academy (src/ui holds the same for the screens). */
export const COLOURS = {
  paper: '#fffaf2',
  ink: '#21152e',
  plum: '#3a2750',
  marigold: '#f2a51a',
  saffron: '#e0781a',
  rani: '#c81e63',
  rose: '#f4a6bd',
  line: '#e9dfd0',
}

const round = (value) => Math.round(value * 10) / 10
const point = (radius, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${round(radius * Math.cos(angle))} ${round(radius * Math.sin(angle))}`
}

/** One petal that points up, `radius` away from the centre; `shape` says how the tip ends. */
export function drawPetal({ radius, length, width, shape = 'lotus' }) {
  const base = -radius
  const tip = -(radius + length)
  const half = width / 2
  if (shape === 'leaf') {
    const middle = round((base + tip) / 2)
    return `M0 ${base}Q${half * 2} ${middle} 0 ${tip}Q${-half * 2} ${middle} 0 ${base}z`
  }
  if (shape === 'drop') {
    const waist = round(base - length * 0.25)
    return `M0 ${base}C${half} ${waist} ${half} ${tip} 0 ${tip}C${-half} ${tip} ${-half} ${waist} 0 ${base}z`
  }
  const belly = round(base - length * 0.35)
  const neck = round(base - length * 0.8)
  return `M0 ${base}C${half * 1.3} ${belly} ${half} ${neck} 0 ${tip}C${-half} ${neck} ${-half * 1.3} ${belly} 0 ${base}z`
}

/**
 * The same shape `count` times around the centre; `turn` shifts it by parts of one step. Only
 * those between the two angles (degrees, clockwise from the top) are drawn.
 */
export function repeatAround(shape, count, turn = 0, [from, to] = [-360, 360]) {
  return Array.from({ length: count }, (_, at) => ((at + turn) * 360) / count)
    .map((degrees) => (degrees > 180 ? degrees - 360 : degrees))
    .filter((degrees) => degrees >= from && degrees <= to)
    .map((degrees) => `<use href="#${shape}" transform="rotate(${round(degrees)})"/>`)
    .join('')
}

/** Dots on a circle, as one dashed stroke: a dash of no length with a round cap is a dot. */
export function drawDots({ radius, count, size, colour, turn = 0 }) {
  const gap = (2 * Math.PI * radius) / count
  return `<circle r="${round(radius)}" fill="none" stroke="${colour}" stroke-width="${size}" stroke-linecap="round" stroke-dasharray="0 ${gap.toFixed(4)}" transform="rotate(${round((turn * 360) / count)})"/>`
}

/** A closed edge of `count` outward arcs. */
export function drawScallops({ radius, count }) {
  const step = 360 / count
  const bow = round(radius * Math.sin((step * Math.PI) / 360))
  const arcs = Array.from(
    { length: count },
    (_, at) => `A${bow} ${bow} 0 0 1 ${point(radius, (at + 1) * step)}`,
  )
  return `M${point(radius, 0)}${arcs.join('')}z`
}

/** An eight-pointed star: two squares, as in a carved lattice. */
export function drawStar(radius) {
  const inner = radius * 0.765
  const corners = Array.from({ length: 16 }, (_, at) =>
    point(at % 2 === 0 ? radius : inner, at * 22.5),
  )
  return `M${corners.join('L')}z`
}

/**
 * A kolam: one line that winds around every dot of a grid and comes back to where it began.
 * `dots` is a list of [column, row]; the lines are closed curves through the middles between dots.
 */
export function drawKolam(dots, spacing) {
  const keys = new Set(dots.map(([column, row]) => `${column},${row}`))
  const has = (column, row) => keys.has(`${column},${row}`)
  // Sides of a dot, clockwise from the top, and where each leads.
  const sides = [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ]
  const visited = new Set()
  const curves = []
  for (const [startColumn, startRow] of dots) {
    for (let startSide = 0; startSide < 4; startSide += 1) {
      let [column, row, side, turn] = [startColumn, startRow, startSide, 1]
      const corners = []
      for (;;) {
        const state = `${column},${row},${side},${turn}`
        const reverse = `${column},${row},${(side + turn + 4) % 4},${-turn}`
        if (visited.has(state) || visited.has(reverse)) break
        visited.add(state)
        const out = (side + turn + 4) % 4
        const [stepX, stepY] = sides[out]
        const isOpen = has(column + stepX, row + stepY)
        // At the rim the line swings a little wider, so that the outer loops are round.
        const reach = isOpen ? 0.5 : 0.62
        corners.push([(column + stepX * reach) * spacing, (row + stepY * reach) * spacing])
        if (isOpen) {
          column += stepX
          row += stepY
          side = (out + 2) % 4
          turn = -turn
        } else {
          side = out
        }
      }
      if (corners.length > 2) curves.push(smooth(corners))
    }
  }
  return curves.join('')
}

/** A closed curve that bends at the corners and touches the middle of each edge. */
function smooth(corners) {
  const middle = ([ax, ay], [bx, by]) => `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`
  const bends = corners.map((corner, at) => {
    const next = corners[(at + 1) % corners.length]
    return `Q${round(corner[0])} ${round(corner[1])} ${middle(corner, next)}`
  })
  return `M${middle(corners.at(-1), corners[0])}${bends.join('')}z`
}

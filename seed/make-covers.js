/** Draws seed/covers/*.svg: one picture per demo course. Run: node seed/make-covers.js */
import { mkdirSync, writeFileSync } from 'node:fs'
import {
  COLOURS,
  drawDots,
  drawKolam,
  drawPetal,
  drawScallops,
  drawStar,
  repeatAround,
} from './rangoli.js'

const { paper, ink, plum, marigold, saffron, rani, rose } = COLOURS

/** Reels: a lotus that opens like a lens, in the colours of an evening studio. */
function drawReelsCover() {
  const shapes = {
    a: drawPetal({ radius: 18, length: 44, width: 20, shape: 'leaf' }),
    b: drawPetal({ radius: 62, length: 58, width: 44 }),
    c: drawPetal({ radius: 78, length: 36, width: 22 }),
    d: drawPetal({ radius: 128, length: 70, width: 46 }),
    e: drawPetal({ radius: 146, length: 40, width: 22 }),
    f: drawPetal({ radius: 232, length: 120, width: 70 }),
  }
  return sheet(
    ink,
    shapes,
    `<g transform="translate(430 180)">
<g fill="${plum}" fill-opacity=".45" stroke="${rose}" stroke-opacity=".35">${repeatAround('f', 24, 0.5)}</g>
<circle r="222" fill="${ink}" stroke="${marigold}" stroke-opacity=".7"/>
${drawDots({ radius: 213, count: 72, size: 4, colour: marigold })}
<g fill="${plum}" stroke="${rose}" stroke-width="1.2">${repeatAround('d', 24)}</g>
<g fill="${rani}">${repeatAround('e', 24)}</g>
<circle r="128" fill="${ink}"/>
<path d="${drawScallops({ radius: 126, count: 36 })}" fill="none" stroke="${marigold}" stroke-width="1.5"/>
<g fill="${saffron}">${repeatAround('b', 12, 0.5)}</g>
<g fill="${marigold}" stroke="${ink}" stroke-width="1.5">${repeatAround('b', 12)}</g>
<g fill="${rani}">${repeatAround('c', 12)}</g>
<circle r="64" fill="${ink}"/>
${drawDots({ radius: 57, count: 24, size: 4.5, colour: paper })}
<g fill="${paper}">${repeatAround('a', 8)}</g>
<g fill="${rose}" fill-opacity=".9">${repeatAround('a', 8, 0.5)}</g>
<circle r="15" fill="${marigold}"/><circle r="6" fill="${ink}"/>
</g>`,
  )
}

/** Prompts: a kolam, one unbroken line of thought around many dots. */
function drawPromptCover() {
  const rows = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
  const dots = rows.flatMap((row) =>
    rows.filter((column) => Math.abs(column) + Math.abs(row) <= 4).map((column) => [column, row]),
  )
  const spacing = 37
  const kolam = drawKolam(dots, spacing)
  const pulli = dots.map(([column, row]) => `M${column * spacing} ${row * spacing}h0`).join('')
  const shapes = {
    a: drawPetal({ radius: 10, length: 46, width: 24 }),
    b: drawPetal({ radius: 22, length: 22, width: 10 }),
  }
  const corner = (x, y, size) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><g fill="${saffron}">${repeatAround('a', 8)}</g><g fill="${paper}">${repeatAround('b', 8)}</g><circle r="9" fill="${rani}"/></g>`
  return sheet(
    marigold,
    shapes,
    `<g fill="none" stroke="${saffron}" stroke-opacity=".55" stroke-width="2">${[196, 226, 262, 304, 352].map((radius) => `<circle cx="320" cy="180" r="${radius}"/>`).join('')}</g>
${corner(70, 66, 1)}${corner(570, 66, 1)}${corner(70, 294, 1)}${corner(570, 294, 1)}
<g transform="translate(320 180)" fill="none" stroke-linejoin="round">
<path d="${kolam}" stroke="${ink}" stroke-width="9"/>
<path d="${kolam}" stroke="${paper}" stroke-width="4.5"/>
<path d="${pulli}" stroke="${rani}" stroke-width="9" stroke-linecap="round"/>
</g>`,
  )
}

/** Voice and music: a sound that spreads in rings, each ring a row of petals. */
function drawVoiceCover() {
  const rings = [
    { radius: 48, count: 14, length: 30, width: 16, colour: rani },
    { radius: 92, count: 22, length: 38, width: 20, colour: marigold },
    { radius: 146, count: 30, length: 46, width: 22, colour: ink },
    { radius: 208, count: 38, length: 56, width: 24, colour: rani },
    { radius: 282, count: 46, length: 66, width: 26, colour: marigold },
    { radius: 368, count: 54, length: 78, width: 28, colour: ink },
    { radius: 466, count: 62, length: 90, width: 30, colour: rani },
  ]
  const shapes = Object.fromEntries(
    rings.map((ring, at) => [`r${at}`, drawPetal({ ...ring, shape: at % 2 ? 'drop' : 'lotus' })]),
  )
  const drawn = rings.map((ring, at) => {
    const fade = (1 - at * 0.07).toFixed(2)
    return `<g fill="${ring.colour}" fill-opacity="${fade}">${repeatAround(`r${at}`, ring.count, at / 3, at < 2 ? undefined : [-32, 118])}</g>
${drawDots({ radius: ring.radius - 8, count: ring.count * 2, size: 3.4, colour: at % 2 ? rani : saffron })}`
  })
  return sheet(
    paper,
    shapes,
    `<g transform="translate(86 330)">
${drawn.join('\n')}
<circle r="30" fill="${ink}"/><circle r="20" fill="none" stroke="${marigold}" stroke-width="3"/><circle r="8" fill="${rose}"/>
</g>`,
  )
}

/** Posters: a carved lattice, the first pattern one learns to repeat. */
function drawPosterCover() {
  const cell = 80
  const shapes = {
    s: drawStar(33),
    t: drawStar(20),
    p: drawPetal({ radius: 4, length: 14, width: 9 }),
    q: drawPetal({ radius: 10, length: 30, width: 15, shape: 'leaf' }),
  }
  const tile = `<g id="tile"><use href="#s" fill="${rani}" stroke="${paper}" stroke-width="2.5"/><use href="#t" fill="${marigold}"/><g fill="${ink}">${repeatAround('p', 8)}</g><circle r="3.5" fill="${paper}"/></g><g id="knot"><g fill="${rose}" fill-opacity=".85">${repeatAround('q', 4, 0.5)}</g><g fill="${saffron}">${repeatAround('q', 4)}</g><circle r="8" fill="${paper}"/><circle r="3.5" fill="${rani}"/></g>`
  const tiles = []
  for (let row = 0; row <= 5; row += 1) {
    for (let column = 0; column <= 8; column += 1) {
      const shape = (row + column) % 2 === 0 ? 'tile' : 'knot'
      tiles.push(`<use href="#${shape}" x="${column * cell}" y="${row * cell - 20}"/>`)
    }
  }
  return sheet('#8f1248', shapes, tiles.join(''), tile)
}

function sheet(ground, shapes, drawing, definitions = '') {
  const paths = Object.entries(shapes).map(([id, path]) => `<path id="${id}" d="${path}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">
<defs>${paths.join('')}${definitions}</defs>
<rect width="640" height="360" fill="${ground}"/>
${drawing}
</svg>
`
}

const covers = {
  'ai-reels-studio': drawReelsCover(),
  'prompt-craft-for-image-makers': drawPromptCover(),
  'voice-dubbing-and-music': drawVoiceCover(),
  'first-festival-poster': drawPosterCover(),
}
const folder = new URL('./covers/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [slug, svg] of Object.entries(covers)) writeFileSync(new URL(`${slug}.svg`, folder), svg)

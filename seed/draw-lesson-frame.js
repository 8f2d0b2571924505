import {
  CLOSE_IN_SECONDS,
  lessonDurationInSeconds,
  POINT_IN_SECONDS,
  TITLE_IN_SECONDS,
} from './demo-lessons.js'
import { COLOURS, drawDots, drawPetal, drawScallops, repeatAround } from './rangoli.js'

const { paper, ink, plum, marigold, saffron, rani, rose } = COLOURS

const THEMES = {
  ink: {
    ground: ink,
    text: paper,
    soft: '#c9bcd6',
    accent: marigold,
    petals: [paper, marigold, rani, plum, rose],
  },
  marigold: {
    ground: marigold,
    text: ink,
    soft: '#4a3210',
    accent: '#8f1248',
    petals: [paper, rani, ink, saffron, ink],
  },
  paper: {
    ground: paper,
    text: ink,
    soft: '#5d5069',
    accent: rani,
    petals: [ink, marigold, rani, rose, ink],
  },
  rani: {
    ground: '#8f1248',
    text: paper,
    soft: '#f7cfdc',
    accent: marigold,
    petals: [paper, marigold, ink, rani, rose],
  },
}
const RINGS = [
  { radius: 22, length: 40, width: 22, count: 8, shape: 'leaf' },
  { radius: 66, length: 46, width: 34, count: 12, shape: 'lotus' },
  { radius: 118, length: 40, width: 26, count: 20, shape: 'drop' },
  { radius: 164, length: 52, width: 40, count: 24, shape: 'lotus' },
]

/** One picture of a lesson, as SVG of 960 by 540, at `time` seconds. */
export function drawLessonFrame(lesson, time) {
  const theme = THEMES[lesson.theme]
  const duration = lessonDurationInSeconds(lesson)
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="960" height="540" viewBox="0 0 960 540" font-family="Anek Latin">
<rect width="960" height="540" fill="${theme.ground}"/>
<g transform="translate(706 262)">${drawMandala(lesson, theme, time)}</g>
${drawTitle(lesson, theme, time)}
${lesson.points.map((point, at) => drawPoint(point, theme, time - TITLE_IN_SECONDS - at * POINT_IN_SECONDS)).join('')}
${drawClose(lesson, theme, time - (duration - CLOSE_IN_SECONDS))}
<rect y="534" width="960" height="6" fill="${theme.text}" fill-opacity=".12"/>
<rect y="534" width="${((960 * time) / duration).toFixed(1)}" height="6" fill="${theme.accent}"/>
</svg>`
}

/** The flower opens ring by ring with the lesson, each ring turning its own way into place. */
function drawMandala(lesson, theme, time) {
  const steps = lesson.points.length + 1
  const openness = (ring) => {
    const opensAt = ring === 0 ? 0.3 : (ring * steps * POINT_IN_SECONDS) / (RINGS.length + 1) + 0.4
    return ease((time - opensAt) / 1.4)
  }
  const rings = RINGS.map((ring, at) => {
    const open = openness(at)
    if (open === 0) return ''
    // Only the heart keeps turning: a wheel of petals that never rests makes the file large.
    const turn = (at % 2 ? -1 : 1) * ((at === 0 ? time * 3 : 0) + (1 - open) * 40)
    const colour = theme.petals[(at + 1) % theme.petals.length]
    const edge = at === 3 ? `stroke="${theme.accent}" stroke-width="1.5"` : ''
    const dots = drawDots({
      radius: ring.radius + ring.length + 7,
      count: ring.count * 2,
      size: 4,
      colour: theme.accent,
    })
    return `<g transform="rotate(${turn.toFixed(2)}) scale(${(0.6 + 0.4 * open).toFixed(3)})" opacity="${open.toFixed(2)}">
<g fill="${colour}" ${edge}>${around(drawPetal(ring), ring.count)}</g>${dots}</g>`
  })
  const rim = openness(RINGS.length - 1)
  return `<path d="${drawScallops({ radius: 236, count: 48 })}" fill="none" stroke="${theme.accent}" stroke-opacity="${(rim * 0.8).toFixed(2)}" stroke-width="2"/>
${rings.toReversed().join('')}
<circle r="16" fill="${theme.accent}"/><circle r="6" fill="${theme.ground}"/>`
}

function around(path, count) {
  return `<defs><path id="p${count}" d="${path}"/></defs>${repeatAround(`p${count}`, count).replaceAll('href', 'xlink:href')}`
}

/** Large at first; then it steps up to make room for the points. */
function drawTitle(lesson, theme, time) {
  const arrive = ease((time - 0.4) / 0.7)
  const rise = ease((time - TITLE_IN_SECONDS + 0.5) / 0.8)
  const size = 76 - rise * 36
  const top = 236 - rise * 128
  const lines = lesson.title.map(
    (line, at) =>
      `<text x="64" y="${(top + at * size * 1.04).toFixed(1)}" font-size="${size.toFixed(1)}" font-weight="700" fill="${theme.text}">${line}</text>`,
  )
  return `<g opacity="${arrive.toFixed(2)}" transform="translate(${((1 - arrive) * -24).toFixed(1)} 0)">
<text x="66" y="${(top - size * 1.02).toFixed(1)}" font-size="22" font-weight="600" fill="${theme.accent}">${lesson.eyebrow}</text>${lines.join('')}</g>`
}

function drawPoint([heading, detail], theme, time) {
  const arrive = ease((time - 0.2) / 0.6)
  const leave = ease((time - POINT_IN_SECONDS + 0.3) / 0.4)
  const opacity = arrive * (1 - leave)
  if (opacity === 0) return ''
  const shift = (1 - arrive) * 26 - leave * 18
  const bar = (56 * arrive).toFixed(1)
  const wrapped = [
    ...wrap(heading, 24).map((line) => ({
      line,
      size: 34,
      weight: 600,
      colour: theme.text,
      gap: 42,
    })),
    ...wrap(detail, 34).map((line) => ({
      line,
      size: 23,
      weight: 400,
      colour: theme.soft,
      gap: 34,
    })),
  ]
  let y = 258
  const lines = wrapped.map(({ line, size, weight, colour, gap }) => {
    y += gap
    return `<text x="64" y="${y}" font-size="${size}" font-weight="${weight}" fill="${colour}">${line}</text>`
  })
  return `<g opacity="${opacity.toFixed(2)}" transform="translate(0 ${shift.toFixed(1)})"><rect x="66" y="252" width="${bar}" height="5" rx="2.5" fill="${theme.accent}"/>${lines.join('')}</g>`
}

function drawClose(lesson, theme, time) {
  const arrive = ease((time - 0.2) / 0.6)
  if (arrive === 0) return ''
  return `<g opacity="${arrive.toFixed(2)}"><text x="64" y="318" font-size="34" font-weight="600" fill="${theme.text}">Now you try.</text><text x="64" y="354" font-size="23" fill="${theme.soft}">Pause here and make one.</text></g>`
}

function wrap(sentence, width) {
  const lines = ['']
  for (const word of sentence.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** 0 before, 1 after, and slow at both ends between. */
function ease(progress) {
  const inside = Math.min(1, Math.max(0, progress))
  return inside * inside * (3 - 2 * inside)
}

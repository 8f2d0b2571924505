/**
 * Draws the demo lessons: seed/media/demo/<name>.mp4|webm with captions beside them as .vtt.
 * Needs ffmpeg with librsvg, libx264 and libvpx. Run: node seed/make-demo-videos.js [name]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LESSONS } from './demo-lessons.js'
import { renderLesson, writeCaptions } from './render-lesson.js'

const TARGET = fileURLToPath(new URL('./media/demo/', import.meta.url))

const ENCODINGS = {
  mp4: [
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-preset',
    'slow',
    '-tune',
    'animation',
    '-crf',
    '33',
    '-g',
    '160',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
    '-movflags',
    '+faststart',
  ],
  webm: [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '44',
    '-b:v',
    '0',
    '-cpu-used',
    '2',
    '-row-mt',
    '1',
    '-g',
    '160',
    '-c:a',
    'libopus',
    '-b:a',
    '40k',
  ],
}

const [wanted] = process.argv.slice(2)
mkdirSync(TARGET, { recursive: true })
for (const [at, lesson] of LESSONS.entries()) {
  if (wanted === undefined || wanted === lesson.name) makeLesson(lesson, at + 1)
}

function makeLesson(lesson, seed) {
  const output = join(TARGET, `${lesson.name}.${lesson.extension}`)
  renderLesson(lesson, { seed, framesPerSecond: 20, encoding: ENCODINGS[lesson.extension], output })
  writeFileSync(join(TARGET, `${lesson.name}.vtt`), writeCaptions(lesson))
}

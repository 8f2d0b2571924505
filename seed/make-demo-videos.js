/**
 * Draws the demo lessons: seed/media/demo/<name>.mp4|webm with captions beside them as .vtt.
 * Needs ffmpeg with librsvg, libx264 and libvpx. Run: node seed/make-demo-videos.js [name]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CLOSE_IN_SECONDS,
  LESSONS,
  lessonDurationInSeconds,
  POINT_IN_SECONDS,
  TITLE_IN_SECONDS,
} from './demo-lessons.js'
import { drawLessonFrame } from './draw-lesson-frame.js'
import { makeTune } from './make-tune.js'

const FRAMES_PER_SECOND = 20
const FONTS = fileURLToPath(
  new URL('../node_modules/@expo-google-fonts/anek-latin', import.meta.url),
)
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
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'))
  const durationInSeconds = lessonDurationInSeconds(lesson)
  for (let frame = 0; frame < durationInSeconds * FRAMES_PER_SECOND; frame += 1) {
    const name = `${String(frame).padStart(4, '0')}.svg`
    writeFileSync(join(folder, name), drawLessonFrame(lesson, frame / FRAMES_PER_SECOND))
  }
  writeFileSync(join(folder, 'tune.wav'), makeTune({ durationInSeconds, seed }))
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(folder))

  const output = join(TARGET, `${lesson.name}.${lesson.extension}`)
  const input = [
    '-framerate',
    String(FRAMES_PER_SECOND),
    '-i',
    join(folder, '%04d.svg'),
    '-i',
    join(folder, 'tune.wav'),
  ]
  const settings = [
    '-pix_fmt',
    'yuv420p',
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    ...ENCODINGS[lesson.extension],
  ]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...settings, '-shortest', output], {
    env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    stdio: 'inherit',
  })
  writeFileSync(join(TARGET, `${lesson.name}.vtt`), writeCaptions(lesson))
  rmSync(folder, { recursive: true })
}

function writeCaptions(lesson) {
  const duration = lessonDurationInSeconds(lesson)
  const cues = [
    [0.5, TITLE_IN_SECONDS, lesson.title.join(' ')],
    ...lesson.points.map(([heading, detail], at) => {
      const start = TITLE_IN_SECONDS + at * POINT_IN_SECONDS
      return [start + 0.2, start + POINT_IN_SECONDS - 0.1, `${heading}.\n${detail}`]
    }),
    [duration - CLOSE_IN_SECONDS + 0.2, duration, 'Now you try. Pause here and make one.'],
  ]
  const written = cues.map(
    ([from, to, text]) => `${timestamp(from)} --> ${timestamp(to)}\n${text}\n`,
  )
  return `WEBVTT\n\n${written.join('\n')}`
}

function timestamp(seconds) {
  return `00:00:${seconds.toFixed(3).padStart(6, '0')}`
}

function fontSettings(folder) {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${FONTS}</dir><cachedir>${join(folder, 'fonts')}</cachedir></fontconfig>`
}

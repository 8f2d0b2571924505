/** What the scripts that draw lessons share: pictures and a tune into ffmpeg. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CLOSE_IN_SECONDS,
  lessonDurationInSeconds,
  POINT_IN_SECONDS,
  TITLE_IN_SECONDS,
} from './demo-lessons.js'
import { drawLessonFrame } from './draw-lesson-frame.js'
import { makeTune } from './make-tune.js'

const FONTS = fileURLToPath(
  new URL('../node_modules/@expo-google-fonts/anek-latin', import.meta.url),
)

/** One lesson as a film; `seed` chooses its tune. */
export function renderLesson(lesson, { seed, framesPerSecond, encoding, output }) {
  const folder = mkdtempSync(join(tmpdir(), 'lesson-'))
  const durationInSeconds = lessonDurationInSeconds(lesson)
  for (let frame = 0; frame < durationInSeconds * framesPerSecond; frame += 1) {
    const name = `${String(frame).padStart(4, '0')}.svg`
    writeFileSync(join(folder, name), drawLessonFrame(lesson, frame / framesPerSecond))
  }
  writeFileSync(join(folder, 'tune.wav'), makeTune({ durationInSeconds, seed }))
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(folder))

  const rate = ['-framerate', String(framesPerSecond)]
  const input = [...rate, '-i', join(folder, '%04d.svg'), '-i', join(folder, 'tune.wav')]
  const settings = ['-pix_fmt', 'yuv420p', '-map_metadata', '-1', '-fflags', '+bitexact']
  execFileSync(
    'ffmpeg',
    ['-v', 'error', '-y', ...input, ...settings, ...encoding, '-shortest', output],
    { env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') }, stdio: 'inherit' },
  )
  rmSync(folder, { recursive: true })
}

/** As WebVTT; `words` are a lesson's `title`, `points` and what it ends with. */
export function writeCaptions({ title, points, close = 'Now you try. Pause here and make one.' }) {
  const duration = lessonDurationInSeconds({ points })
  const cues = [
    [0.5, TITLE_IN_SECONDS, title.join(' ')],
    ...points.map(([heading, detail], at) => {
      const start = TITLE_IN_SECONDS + at * POINT_IN_SECONDS
      return [start + 0.2, start + POINT_IN_SECONDS - 0.1, `${endSentence(heading)}\n${detail}`]
    }),
    [duration - CLOSE_IN_SECONDS + 0.2, duration, close],
  ]
  const written = cues.map(
    ([from, to, text]) => `${timestamp(from)} --> ${timestamp(to)}\n${text}\n`,
  )
  return `WEBVTT\n\n${written.join('\n')}`
}

/** The Hindi full stop is a line of its own kind. */
function endSentence(text) {
  return /[।?!]$/.test(text) ? text : `${text}.`
}

function timestamp(seconds) {
  return `00:00:${seconds.toFixed(3).padStart(6, '0')}`
}

function fontSettings(folder) {
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${FONTS}</dir><cachedir>${join(folder, 'fonts')}</cachedir></fontconfig>`
}

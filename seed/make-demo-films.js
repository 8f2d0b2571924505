/**
 * Draws the films of the demo that lie in the media store, with all that the academy makes of an
 * uploaded film, far smaller: seed/films/<name>/ and what the seed has to know of them,
 * seed/films/films.json. Needs ffmpeg with librsvg and libx264. Run: node seed/make-demo-films.js
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CLOSE_IN_SECONDS,
  FILMS,
  lessonDurationInSeconds,
  POINT_IN_SECONDS,
  TITLE_IN_SECONDS,
} from './demo-lessons.js'
import { renderLesson, writeCaptions } from './render-lesson.js'

const TARGET = fileURLToPath(new URL('./films/', import.meta.url))
const THUMBNAILS_EVERY_IN_SECONDS = 2

const x264 = (crf) =>
  `-c:v libx264 -profile:v high -preset veryslow -tune animation -crf ${crf} -force_key_frames expr:gte(t,n_forced*4) -movflags +faststart`.split(
    ' ',
  )
const aac = (kilobits) => ['-c:a', 'aac', '-b:a', `${kilobits}k`, '-ac', '1', '-ar', '24000']
const clean = ['-map_metadata', '-1', '-fflags', '+bitexact']

rmSync(TARGET, { recursive: true, force: true })
writeFiles(FILMS.map((film, at) => makeFilm(film, at + 11)))

function writeFiles(films) {
  writeFileSync(join(TARGET, 'films.json'), `${JSON.stringify(films, null, 2)}\n`)
}

function makeFilm(film, seed) {
  const folder = join(TARGET, film.name)
  const original = join(folder, 'original.mp4')
  const durationInSeconds = lessonDurationInSeconds(film)
  mkdirSync(folder, { recursive: true })
  const encoding = [...x264(40), ...aac(24)]
  renderLesson(film, { seed, framesPerSecond: 10, encoding, output: original })
  const make = (file, options) =>
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      '-i',
      original,
      ...clean,
      ...options,
      join(folder, file),
    ])
  make('480p.mp4', ['-vf', 'scale=-2:480', ...x264(42), '-c:a', 'copy'])
  make('data_saver.mp4', ['-vf', 'scale=-2:240,fps=8', ...x264(38), ...aac(16)])
  make('sound_only.m4a', ['-vn', ...aac(20), '-movflags', '+faststart'])
  const picture = ['-frames:v', '1', '-pix_fmt', 'yuvj420p', '-q:v', '7']
  make('poster.jpg', ['-ss', '3', '-vf', 'scale=640:360', ...picture])
  const columns = Math.ceil(durationInSeconds / THUMBNAILS_EVERY_IN_SECONDS)
  const tiles = `fps=1/${THUMBNAILS_EVERY_IN_SECONDS}:start_time=0:round=up,scale=160:90,tile=${columns}x1`
  make('sprite.jpg', ['-vf', tiles, ...picture])
  writeFileSync(join(folder, 'en.vtt'), writeCaptions(film))
  writeFileSync(join(folder, 'hi.vtt'), writeCaptions(film.hindi))

  const describe = (name, file, type, about = {}) =>
    describeFile(join(folder, file), { name, file, type, durationInSeconds, ...about })
  const grid = { columns, rows: 1, every_in_seconds: THUMBNAILS_EVERY_IN_SECONDS }
  const size = (width, height) => ({ width, height })
  return {
    id: film.id,
    name: film.name,
    durationInSeconds,
    files: [
      describe('original', 'original.mp4', 'video/mp4', size(960, 540)),
      describe('480p', '480p.mp4', 'video/mp4', size(854, 480)),
      describe('data_saver', 'data_saver.mp4', 'video/mp4', size(426, 240)),
      describe('sound_only', 'sound_only.m4a', 'audio/mp4'),
      describe('poster', 'poster.jpg', 'image/jpeg', size(640, 360)),
      describe('sprite', 'sprite.jpg', 'image/jpeg', { ...size(160, 90), grid }),
    ],
    captions: [
      { language: 'en', label: 'English', file: 'en.vtt' },
      { language: 'hi', label: 'हिन्दी', file: 'hi.vtt' },
    ],
    chapters: [
      { at: 0, title: film.title.join(' ') },
      ...film.points.map(([heading], at) => ({
        at: TITLE_IN_SECONDS + at * POINT_IN_SECONDS,
        title: heading,
      })),
      { at: durationInSeconds - CLOSE_IN_SECONDS, title: 'Now you try' },
    ],
  }
}

function describeFile(
  path,
  { durationInSeconds, width = null, height = null, grid = null, ...about },
) {
  const bytes = readFileSync(path)
  return {
    ...about,
    width,
    height,
    bitsPerSecond: Math.round((bytes.length * 8) / durationInSeconds),
    sizeInBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    grid,
  }
}

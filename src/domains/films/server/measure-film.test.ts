import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasFfmpeg, makeFilmFile, makeHole } from '../../../../tests/support/make-film.ts'
import { measureFilm } from './measure-film.ts'

const folder = await mkdtemp(join(tmpdir(), 'academy-measured-'))
afterAll(() => rm(folder, { recursive: true }))
const path = join(folder, 'film.mp4')
const nowhere = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' }
const installed = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }

/** In the heads of tracks and of the samples' description. */
function claimSize(film: Buffer, { width, height }: { width: number; height: number }): Buffer {
  const claimed = Buffer.from(film)
  for (let at = film.indexOf('tkhd'); at >= 0; at = film.indexOf('tkhd', at + 4)) {
    const sizeAt = at + 80
    if (film.readUInt32BE(sizeAt) === 0) continue // sound
    claimed.writeUInt32BE(width * 65_536, sizeAt)
    claimed.writeUInt32BE(height * 65_536, sizeAt + 4)
  }
  const sampleAt = film.indexOf('mp4v')
  if (sampleAt >= 0) {
    claimed.writeUInt16BE(width, sampleAt + 28)
    claimed.writeUInt16BE(height, sampleAt + 30)
  }
  return claimed
}

describe.skipIf(!hasFfmpeg)('a film of a very large picture (needs ffmpeg)', () => {
  test.each([
    [16_000, 9_000],
    [8_192, 8_192],
  ])(
    'of %i × %i, by its own word, is refused before any program looks at it',
    async (width, height) => {
      await writeFile(path, claimSize(await makeFilmFile({ seconds: 1 }), { width, height }))

      await expect(measureFilm(path, nowhere)).rejects.toThrow(/picture of this video is too large/)
    },
  )

  test('that says it is small is not decoded', async () => {
    const options = [
      '-c:v',
      'mjpeg',
      '-pix_fmt',
      'yuvj420p',
      '-frames:v',
      '1',
      '-vf',
      'scale=8200:4400',
    ]
    const film = await makeFilmFile({ seconds: 1, options })
    await writeFile(path, claimSize(film, { width: 320, height: 240 }))

    await expect(measureFilm(path, installed)).rejects.toThrow(/cannot be read/)
  })

  test('that a camera takes is measured', async () => {
    await writeFile(path, await makeFilmFile({ seconds: 1, size: '3840x2160' }))

    expect(await measureFilm(path, installed)).toMatchObject({ width: 3840, height: 2160 })
  })
})

describe('what is no film is told for what it is', () => {
  test.each([
    [
      'an AVI',
      'RIFF\u0001\u0002\u0003\u0004AVI LIST',
      /^This is an AVI file, which browsers do not play/,
    ],
    ['an MP3', 'ID3\u0003', /sound without a picture/],
    ['a sound of a phone', '\u0000\u0000\u0000 ftypM4A ', /sound without a picture/],
    ['a text', 'Dear learners', /not a video/],
  ])('%s', async (_, head, sentence) => {
    await writeFile(path, Buffer.from(head.padEnd(400, '\0'), 'latin1'))

    await expect(measureFilm(path, null)).rejects.toThrow(sentence)
  })

  test.skipIf(!hasFfmpeg).each(['mp4', 'mkv'] as const)('sound in an %s', async (extension) => {
    await writeFile(path, await makeFilmFile({ seconds: 1, extension, options: ['-vn'] }))

    await expect(measureFilm(path, installed)).rejects.toThrow(/sound without a picture/)
  })
})

/** So that bytes lie evenly over its seconds. */
const even = ['-vf', 'noise=alls=30:allf=t', '-movflags', '+faststart']

describe.skipIf(!hasFfmpeg)('half a film (needs ffmpeg)', () => {
  test.each(['mp4', 'mkv'] as const)(
    'that was cut off, as %s, is refused with where it stops',
    async (extension) => {
      const film = await makeFilmFile({ seconds: 20, extension, options: even.slice(0, 2) })
      const whole = extension === 'mp4' ? await makeFilmFile({ seconds: 20, options: even }) : film
      await writeFile(path, whole.subarray(0, whole.length / 2))

      await expect(measureFilm(path, installed)).rejects.toThrow(
        /not whole: it stops at 0:(0\d|1[01]) of 0:20/,
      )
    },
  )

  test('in which some of its seconds are gone is refused with where they are', async () => {
    const film = await makeFilmFile({ seconds: 20, extension: 'mkv', options: even.slice(0, 2) })
    await writeFile(path, makeHole(film, 0.5, 0.7))

    await expect(measureFilm(path, installed)).rejects.toThrow(
      /damaged: nothing can be played from 0:\d+ to 0:1\d/,
    )
  })

  test.each([
    ['whose picture stands still', ['-vf', 'select=not(mod(n\\,60))', '-fps_mode', 'vfr']],
    ['whose sound ends a second before its picture', ['-af', 'atrim=end=19']],
    ['that is silent for a while', ['-af', 'aselect=not(between(t\\,5\\,9))']],
    ['without a sound', ['-an']],
  ])('is none %s', async (_, options) => {
    await writeFile(path, await makeFilmFile({ seconds: 20, options }))

    expect((await measureFilm(path, installed)).durationInSeconds).toBeGreaterThan(15)
  })
})

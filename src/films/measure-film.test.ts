import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hasFfmpeg, makeFilmFile } from '../../tests/support/make-film.ts'
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

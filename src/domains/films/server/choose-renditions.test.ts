import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FilmFile, type RenditionName, renditionNames } from '../film-file.ts'
import { bestRendition, listOffered } from './choose-renditions.ts'

const sides = { '1080p': 1080, '720p': 720, '480p': 480, data_saver: 240 } as const

function makeFile(name: RenditionName, sizeInBytes: number, side: number | null): FilmFile {
  const width = side === null ? null : Math.round((side * 16) / 9)
  const type = name === 'sound_only' ? 'audio/mp4' : 'video/mp4'
  const about = { bitsPerSecond: sizeInBytes, sha256: '', key: name, grid: null }
  return { name, type, width, height: side, sizeInBytes, ...about }
}

const names = (files: FilmFile[], isPlayable = true) =>
  listOffered({ files, isPlayable, state: 'ready' }).map(({ name }) => name)

describe('a learner is offered', () => {
  test('a lean recording as it was uploaded, beside what is smaller', () => {
    const files = [makeFile('original', 900, 1080), makeFile('480p', 700, 480)]
    expect(names([...files, makeFile('data_saver', 400, 240)])).toEqual([
      'original',
      '480p',
      'data_saver',
    ])
  })

  test('no data saver that costs more than a larger picture, and no sound that costs more than the film', () => {
    const files = [
      makeFile('480p', 300, 480),
      makeFile('data_saver', 400, 240),
      makeFile('sound_only', 300, null),
    ]
    expect(names([makeFile('original', 900, 480), ...files])).toEqual(['480p'])
  })

  test('what every browser plays instead of an upload that does not', () => {
    const files = [makeFile('original', 100, 1080), makeFile('data_saver', 400, 240)]
    expect(names(files, false)).toEqual(['data_saver'])
    expect(names([makeFile('original', 100, 1080)], false)).toEqual(['original'])
  })

  test('for more bytes always more picture, and the best there is, whatever came out of the encoder', () => {
    const madeFile = fc
      .tuple(fc.constantFrom(...renditionNames.slice(1)), fc.integer({ min: 1, max: 1000 }))
      .map(([name, bytes]) => makeFile(name, bytes, name === 'sound_only' ? null : sideOf(name)))
    const made = fc.uniqueArray(madeFile, { selector: ({ name }) => name })
    const uploaded = fc.tuple(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 100, max: 2160 }),
    )
    fc.assert(
      fc.property(made, uploaded, (made, [bytes, side]) => {
        const original = makeFile('original', bytes, side)
        const files = [original, ...made.filter(({ height }) => (height ?? 0) <= side)]
        const film = { files, isPlayable: true, state: 'ready' as const }
        const offered = listOffered(film)
        const costs = offered.map(({ sizeInBytes }) => sizeInBytes)
        expect(costs).toEqual([...new Set(costs)].sort((one, other) => other - one))
        const most = Math.min(1080, side)
        expect(bestRendition(film)?.height ?? 0).toBeGreaterThanOrEqual(most)
      }),
    )
  })
})

function sideOf(name: RenditionName): number | null {
  return name in sides ? sides[name as keyof typeof sides] : null // by the check before
}

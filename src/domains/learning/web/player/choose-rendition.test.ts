import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseFirst, chooseLower, chooseNext } from './choose-rendition.ts'
import type { Rendition } from './film.ts'
import { costNotice, listSizes, readSize, saveSize } from './sizes.ts'

const make = (
  name: Rendition['name'],
  height: number | null,
  kilobits: number,
  megabytes: number,
): Rendition => ({
  name,
  height,
  bits_per_second: kilobits * 1000,
  size_in_bytes: megabytes * 1_000_000,
  url: `/films/1/${name}.mp4`,
})
const original = make('original', 2160, 20_000, 900)
const renditions = [
  make('1080p', 1080, 3_000, 120),
  make('720p', 720, 1_500, 60),
  make('480p', 480, 700, 30),
  make('data_saver', 240, 150, 14),
  make('sound_only', null, 48, 5),
]
const sizes = listSizes({ renditions })
const named = (name: Rendition['name']) => renditions.find((one) => one.name === name)!
const wide = {
  current: named('data_saver'),
  bitsPerSecond: 50_000_000,
  aheadInSeconds: 30,
  screen: { width: 1920, height: 1080 },
  aspect: 16 / 9,
  isSavingData: false,
}

describe('Auto', () => {
  test.each([
    [{}, 'data_saver'],
    [{ effectiveType: '3g', downlink: 1.6 }, 'data_saver'],
    [{ effectiveType: '4g', downlink: 1.6 }, 'data_saver'],
    [{ effectiveType: '4g', downlink: 10 }, '480p'],
    [{ effectiveType: '4g', downlink: 10, saveData: true }, 'data_saver'],
  ])('begins low: %j by %s', (hint, name) => {
    expect(chooseFirst(sizes, hint)?.name).toBe(name)
  })

  test.each([
    ['what the network carries', { bitsPerSecond: 2_300_000 }, '720p'],
    ['what the screen shows', { screen: { width: 533, height: 300 } }, '480p'],
    ['the best there is', {}, '1080p'],
    ['nothing yet: nothing is measured', { bitsPerSecond: null }, 'data_saver'],
    ['nothing yet: too little is in hand', { aheadInSeconds: 2 }, 'data_saver'],
    ['nothing for who saves data', { isSavingData: true }, 'data_saver'],
  ])('climbs to %s', (_, change, name) => {
    expect(chooseNext(sizes, { ...wide, ...change }).name).toBe(name)
  })

  test('begins with the upload where a size in between came out no smaller', () => {
    const lean = [make('original', 1080, 350, 15), named('data_saver')]
    expect(chooseFirst(lean, { effectiveType: '4g', downlink: 10 })?.name).toBe('original')
    expect(chooseFirst(lean, {})?.name).toBe('data_saver')
    expect(chooseNext(lean, wide).name).toBe('original')
  })

  test.each([
    ['in the page', { width: 960, height: 540 }, '480p'],
    ['filling a wide screen', { width: 1920, height: 1080 }, '720p'],
    ['filling a phone', { width: 1170, height: 2532 }, '1080p'],
  ])('shows a film held upright well: %s', (_, screen, name) => {
    const upright = [
      make('1080p', 1920, 3_000, 120),
      make('720p', 1280, 1_500, 60),
      make('480p', 854, 700, 30),
      make('data_saver', 426, 150, 14),
    ]
    const current = upright[3]!
    expect(chooseNext(upright, { ...wide, screen, aspect: 9 / 16, current }).name).toBe(name)
  })

  test('falls to what the network carries, and to the smallest if nothing is known', () => {
    const current = named('1080p')
    expect(chooseLower(sizes, { current, bitsPerSecond: 1_200_000 }).name).toBe('480p')
    expect(chooseLower(sizes, { current, bitsPerSecond: null }).name).toBe('data_saver')
  })

  test('never climbs to less or to more than is carried, never falls to more, never to sound', () => {
    fc.assert(
      fc.property(
        fc.subarray(sizes, { minLength: 2 }),
        fc.nat({ max: 30_000_000 }),
        fc.nat({ max: 60 }),
        fc.nat({ max: 3_000 }),
        (offered, bitsPerSecond, aheadInSeconds, height) => {
          const current = offered.at(-1)!
          const measured = { current, bitsPerSecond }
          const next = chooseNext(offered, {
            ...measured,
            aheadInSeconds,
            screen: { width: 2 * height, height },
            aspect: 16 / 9,
            isSavingData: false,
          })
          expect(next.bits_per_second).toBeGreaterThanOrEqual(current.bits_per_second)
          expect(next === current || next.bits_per_second < bitsPerSecond).toBe(true)
          const highest = { ...measured, current: offered[0]! }
          const lower = chooseLower(offered, highest)
          expect(lower.bits_per_second).toBeLessThanOrEqual(highest.current.bits_per_second)
          expect(lower === highest.current || lower.name !== 'sound_only').toBe(true)
        },
      ),
    )
  })
})

test('a long film begins by its parts where the browser can move in them, else by the whole', () => {
  const parts = { ...named('data_saver'), parts_url: '/films/1/data_saver_parts.mp4' }
  const urlOf = (isChromium: boolean) => listSizes({ renditions: [parts] }, isChromium)[0]?.url
  expect(urlOf(true)).toBe('/films/1/data_saver_parts.mp4')
  expect(urlOf(false)).toBe('/films/1/data_saver.mp4')
})

describe('what a lesson costs', () => {
  test.each([
    ['auto', 'About 14–120 MB'],
    ['data_saver', 'Data saver · 14 MB'],
    ['sound_only', 'Sound only · 5 MB'],
    ['original', 'About 14–120 MB'],
  ] as const)('for %s is told before it is played', (choice, words) => {
    expect(costNotice({ renditions }, choice)).toBe(words)
  })

  test('is at most that of the upload where the academy offers it', () => {
    expect(costNotice({ renditions: [original, named('480p')] }, 'auto')).toBe('About 30–900 MB')
    expect(costNotice({ renditions: [original, named('480p')] }, 'original')).toBe(
      'Original · 900 MB',
    )
  })

  test('is that of the upload while there is nothing else', () => {
    expect(costNotice({ renditions: [original] }, 'auto')).toBe('About 900 MB')
    expect(costNotice({ renditions: [] }, 'auto')).toBeNull()
  })
})

test('the size is remembered, and what nobody could have chosen is Auto', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  expect(readSize(storage)).toBe('auto')
  saveSize(storage, '720p')
  expect(readSize(storage)).toBe('720p')
  kept.set('player_size', 'constructor')
  expect(readSize(storage)).toBe('auto')
})

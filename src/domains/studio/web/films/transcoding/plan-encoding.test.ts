import { expect, test } from 'vitest'
import { planPicture } from './plan-encoding.ts'

const film = { width: 1920, height: 1080, framesPerSecond: 30, bitsPerSecond: 8_000_000 }

test.each([
  ['1080p', film, { width: 1920, height: 1080, bitsPerSecond: 3_500_000 }],
  ['480p', film, { width: 852, height: 480, bitsPerSecond: 900_000 }],
  ['480p', { ...film, width: 1080, height: 1920 }, { width: 480, height: 852 }],
  ['data_saver', film, { width: 426, height: 240, framesPerSecond: 15 }],
  ['data_saver', { ...film, width: 321, height: 181 }, { width: 320, height: 180 }],
] as const)('the %s of a film has its shape in even dots', (name, source, expected) => {
  expect(planPicture(name, source)).toMatchObject(expected)
})

test('nothing takes more bits than the film, nor more pictures a second', () => {
  const small = { ...film, bitsPerSecond: 400_000, framesPerSecond: 12 }
  expect(planPicture('1080p', small).bitsPerSecond).toBe(280_000)
  expect(planPicture('data_saver', small).framesPerSecond).toBeUndefined()
  expect(planPicture('720p', { ...film, framesPerSecond: 120 }).framesPerSecond).toBe(60)
})

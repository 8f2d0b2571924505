import { expect, test } from 'vitest'
import { measureOwnFilm } from './measure-own-film.ts'

test.each([
  ['/media/demo/cut-on-the-beat.mp4', 17],
  ['/media/demo/one-idea-one-reel.mp4?v=2', 22],
  ['/media/demo/caption-and-publish.webm', 22],
])('a film of our own tells its length: %s', (url, seconds) => {
  expect(measureOwnFilm(url)).toBeCloseTo(seconds, 1)
})

test.each([
  'https://youtu.be/aqz-KE-bpKQ',
  'https://cdn.example/media/demo/cut-on-the-beat.mp4',
  '/media/demo/no-such-film.mp4',
  '/media/../covers/ai-reels-studio.mp4',
  '/media/%2e%2e%2fdemo-lessons.mp4',
  '/media/demo/%ff.mp4',
])('nothing is measured of %s', (url) => {
  expect(measureOwnFilm(url)).toBeNull()
})

import { expect, test } from 'vitest'
import { isMediaLinkGood, signMediaLink } from './sign-media-link.ts'

const now = new Date('2026-11-21T10:20:00Z')
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)

test('a link to a film of our own is good for twelve hours, and not for a day', () => {
  const link = read(signMediaLink('key', '/media/demo/film.mp4', now))

  expect(isMediaLinkGood('key', link, hours(12))).toBe(true)
  expect(isMediaLinkGood('key', link, hours(13))).toBe(false)
})

test('links made within an hour are the same, so that a browser keeps what it loaded', () => {
  const early = signMediaLink('key', '/media/demo/film.mp4', new Date('2026-11-21T10:01:00Z'))
  const late = signMediaLink('key', '/media/demo/film.mp4', new Date('2026-11-21T10:59:00Z'))

  expect(early).toBe(late)
})

test('the captions beside a film open with its key, other films do not', () => {
  const link = read(signMediaLink('key', '/media/demo/film.mp4', now))

  expect(isMediaLinkGood('key', { ...link, path: '/media/demo/film.vtt' }, now)).toBe(true)
  expect(isMediaLinkGood('key', { ...link, path: '/media/demo/film2.mp4' }, now)).toBe(false)
  expect(isMediaLinkGood('key', { ...link, path: '/media/film.mp4' }, now)).toBe(false)
})

test('nobody can prolong a link or sign one with another key', () => {
  const link = read(signMediaLink('key', '/media/demo/film.mp4', now))

  expect(isMediaLinkGood('key', { ...link, until: link.until + 3600 }, now)).toBe(false)
  expect(isMediaLinkGood('another key', link, now)).toBe(false)
})

test('a name with spaces and letters of another script keeps its place, query and start', () => {
  const signed = signMediaLink('key', '/media/पाठ 1.mp4?v=2#t=10', now)

  expect(signed).toMatch(/^\/media\/%E0[^?]+%201\.mp4\?v=2&until=\d+&key=[\w-]+#t=10$/)
  expect(isMediaLinkGood('key', read(signed), now)).toBe(true)
})

test.each(['https://youtu.be/aqz-KE-bpKQ', 'https://cdn.example/media/film.mp4', '/covers/a.svg'])(
  'a link elsewhere stays as it is: %s',
  (url) => {
    expect(signMediaLink('key', url, now)).toBe(url)
  },
)

function read(signed: string) {
  const url = new URL(signed, 'http://own.invalid')
  return {
    path: decodeURIComponent(url.pathname),
    key: url.searchParams.get('key') ?? '',
    until: Number(url.searchParams.get('until')),
  }
}

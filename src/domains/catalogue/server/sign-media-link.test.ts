import { expect, test } from 'vitest'
import { isMediaLinkGood, signMediaLink } from './sign-media-link.ts'

const key = { current: 'key', accepted: ['key'] }
const now = new Date('2026-11-21T10:20:00Z')
const asha = { learnerId: 'asha', courseId: 'reels', now }

test('a link to a film of our own is good for half an hour at least, and an hour at most', () => {
  for (const minute of [0, 1, 29, 30, 31, 59]) {
    const made = new Date(now.getTime() + minute * 60_000)
    const link = read(signMediaLink(key, '/media/demo/film.mp4', { ...asha, now: made }))
    const after = (minutes: number) => new Date(made.getTime() + minutes * 60_000)

    expect(isMediaLinkGood(key, link, after(30))).toBe(true)
    expect(isMediaLinkGood(key, link, after(60.1))).toBe(false)
  }
})

test('links made within half an hour are the same, so that a browser keeps what it loaded', () => {
  const early = new Date('2026-11-21T10:01:00Z')
  const late = new Date('2026-11-21T10:29:00Z')

  expect(signMediaLink(key, '/media/demo/film.mp4', { ...asha, now: early })).toBe(
    signMediaLink(key, '/media/demo/film.mp4', { ...asha, now: late }),
  )
})

test('a link names the learner and the course it was made for, and no other can be put in', () => {
  const link = read(signMediaLink(key, '/media/demo/film.mp4', asha))

  expect(link).toMatchObject({ learnerId: asha.learnerId, courseId: 'reels' })
  expect(isMediaLinkGood(key, { ...link, learnerId: 'ravi' }, now)).toBe(false)
  expect(isMediaLinkGood(key, { ...link, courseId: 'music' }, now)).toBe(false)
})

test('the captions beside a film open with its key, other films do not', () => {
  const link = read(signMediaLink(key, '/media/demo/film.mp4', asha))

  expect(isMediaLinkGood(key, { ...link, path: '/media/demo/film.vtt' }, now)).toBe(true)
  expect(isMediaLinkGood(key, { ...link, path: '/media/demo/film2.mp4' }, now)).toBe(false)
  expect(isMediaLinkGood(key, { ...link, path: '/media/film.mp4' }, now)).toBe(false)
})

test('nobody can prolong a link or sign one with another key', () => {
  const link = read(signMediaLink(key, '/media/demo/film.mp4', asha))

  expect(isMediaLinkGood(key, { ...link, until: link.until + 3600 }, now)).toBe(false)
  expect(isMediaLinkGood({ current: 'another', accepted: ['another'] }, link, now)).toBe(false)
})

test('a name with spaces and letters of another script keeps its place, query and start', () => {
  const signed = signMediaLink(key, '/media/पाठ 1.mp4?v=2#t=10', asha)

  expect(signed).toMatch(
    /^\/media\/%E0[^?]+%201\.mp4\?v=2&learner=asha&course=reels&until=\d+&key=[\w-]+#t=10$/,
  )
  expect(isMediaLinkGood(key, read(signed), now)).toBe(true)
})

test.each(['https://youtu.be/aqz-KE-bpKQ', 'https://cdn.example/media/film.mp4', '/covers/a.svg'])(
  'a link elsewhere stays as it is: %s',
  (url) => {
    expect(signMediaLink(key, url, asha)).toBe(url)
  },
)

function read(signed: string) {
  const url = new URL(signed, 'http://own.invalid')
  return {
    path: decodeURIComponent(url.pathname),
    key: url.searchParams.get('key') ?? '',
    until: Number(url.searchParams.get('until')),
    learnerId: url.searchParams.get('learner') ?? '',
    courseId: url.searchParams.get('course') ?? '',
  }
}

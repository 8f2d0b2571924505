import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recogniseVideoLink } from '../src/domains/catalogue/video-link.ts'
import { filmIdOf } from '../src/domains/films/film-link.ts'
import { demoCatalogue } from './demo-catalogue.ts'

const videos = demoCatalogue.flatMap((course) => course.modules.flatMap((module) => module.videos))
const ownFiles = videos.map((video) => video.url).filter((url) => url.startsWith('/'))
const sizeOf = (path: string) => statSync(new URL(`.${path}`, import.meta.url)).size

test.each(videos)('the demo lesson "$title" plays', ({ url }) => {
  expect(filmIdOf(url) ?? recogniseVideoLink(url)).not.toBeNull()
})

test.each(ownFiles)('%s is there, small, and has captions beside it', (url) => {
  expect(sizeOf(url)).toBeLessThan(700_000)
  expect(sizeOf(url.replace(/\.\w+$/, '.vtt'))).toBeGreaterThan(0)
})

test.each(demoCatalogue)('the cover of "$title" is there and light', ({ slug, cover }) => {
  expect(cover).toBe(`/covers/${slug}.svg`)
  expect(sizeOf(cover)).toBeLessThan(12_000)
})

test('the first course plays without a network', () => {
  const [first] = demoCatalogue
  const urls = first?.modules.flatMap((module) => module.videos.map((video) => video.url)) ?? []

  expect(urls.filter((url) => !url.startsWith('/media/demo/'))).toEqual([])
  expect(urls).toHaveLength(5)
})

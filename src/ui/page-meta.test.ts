import { expect, test } from 'vitest'
import type { PublicSite } from '../http/page-context.ts'
import { runInLanguage } from '../platform/languages/run-in-language.ts'
import type { ReadingLanguage } from '../shared/i18n/language.ts'
import { pageMeta } from './page-meta.ts'

const publicUrl = 'https://academy.test'
const site = { brand: { name: 'An Academy' }, publicUrl, languages: [] } as unknown as PublicSite
const hindi: ReadingLanguage = {
  code: 'hi',
  tag: 'hi-IN',
  name: 'हिन्दी',
  direction: 'ltr',
  messages: new Map([['Home', 'होम']]),
}

/** What search engines read from a page, by type. */
function describe(language?: ReadingLanguage): Record<string, object> {
  const matches = [{ id: 'root', loaderData: { site } }]
  const page = { title: 'Reels', description: 'Of reels.', path: '/courses' }
  const tags = runInLanguage(language, () => pageMeta({ matches }, page))
  const found = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
  const graph = (found[0] as { '@graph': { '@type': string }[] })['@graph']
  return Object.fromEntries(graph.map((thing) => [thing['@type'], thing]))
}

test('search engines find the way to a Hindi page in Hindi, and its language', () => {
  const { BreadcrumbList, WebPage } = describe(hindi)

  expect(BreadcrumbList).toMatchObject({
    itemListElement: [
      { name: 'होम', item: `${publicUrl}/hi` },
      { name: 'Reels', item: `${publicUrl}/hi/courses` },
    ],
  })
  expect(WebPage).toMatchObject({ url: `${publicUrl}/hi/courses`, inLanguage: 'hi-IN' })
})

test('and to an English page as ever', () => {
  const { BreadcrumbList, WebPage } = describe()

  expect(BreadcrumbList).toMatchObject({
    itemListElement: [
      { name: 'Home', item: `${publicUrl}/` },
      { name: 'Reels', item: `${publicUrl}/courses` },
    ],
  })
  expect(WebPage).toMatchObject({ url: `${publicUrl}/courses`, inLanguage: 'en-IN' })
})

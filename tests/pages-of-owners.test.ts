import { hash } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, expect, test, vi } from 'vitest'
import * as content from '../src/domains/content/contract.ts'
import { defaultFrame } from '../src/domains/content/default-pages.ts'
import { isReserved } from '../src/domains/content/reserved-addresses.ts'
import { openLanguages } from '../src/platform/languages/open-languages.ts'
import routes from '../src/routes.ts'
import { makeAdmin } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const env = { PUBLIC_URL: 'http://127.0.0.1:9' }
const languages = await openLanguages(50)
const server = await startTestServer({ env, languages, pages: true })
const other = await startTestServer({ env, languages, pages: true, beside: server })
afterAll(async () => {
  await other.close()
  await server.close()
})
const asOwner = server.as(await makeAdmin(server.db))

async function publish(address: string, changed: object): Promise<void> {
  const params = { address }
  const draft = await asOwner(content.getPageDraft, { params })
  const body = { revision: draft.revision, content: { ...draft.content, ...changed } }
  const { revision } = await asOwner(content.savePageDraft, { params, body })
  await asOwner(content.publishPage, { params, body: { revision } })
}

const read = async (path: string, at = server): Promise<string> => (await at.fetch(path)).text()

/** As the version before pages could be edited served them, but for the class of their buttons. */
const asEver = {
  '/': 'UlWJNkAsmzJoC_m4',
  '/about': 'RNzLTxXnwzlwkvkl',
  '/results': '3wHjcrY7IviohGRs',
  '/contact': '5revwyefYuHBAHH7',
  '/refund-policy': 'R56VLHJsmJalnHX7',
  '/terms': 'YXfmJgXXD91Rxs3S',
  '/privacy': 'n8Ghb21Ga-N4rNRd',
  '/hi': 'Bc5wW6zrOaeWTjPI',
  '/hi/about': 'O5r2BawIBAEiCxcy',
  '/hi/results': 'GxccdX__uKXJ0hVE',
  '/hi/contact': 'c3KE6a-lbBi733xD',
  '/hi/refund-policy': 'yXeB6MWptc5YgjvK',
  '/hi/terms': 'jpTmzZo2Ju8voY3m',
  '/hi/privacy': '-_fBzkLWth9gDTaT',
}

test.each(Object.entries(asEver))(
  '%s reads as it ever did while nobody has edited it',
  async (path, known) => {
    const [, main = ''] = /<main[^>]*>([\s\S]*?)<\/main>/.exec(await read(path)) ?? []

    expect(hash('sha256', withoutIds(main), 'base64url').slice(0, 16)).toBe(known)
  },
)

test('what an owner publishes is read in every process in a moment, and no script comes with it', async () => {
  await read('/about', other)
  const before = (await read('/about', other)).length

  await publish('about', {
    title: 'Our school',
    blocks: [
      {
        type: 'intro',
        id: 'a',
        heading: 'Where the tabla is at home',
        lead: 'In {postal_address}.',
      },
      { type: 'text', id: 'b', heading: 'Since 1998', text: 'Come **on Mondays**.' },
      { type: 'film', id: 'c', title: 'A lesson', url: 'https://vimeo.com/76979871' },
    ],
  })

  expect(await read('/about')).toContain('<title>Our school · Kalakriti Academy</title>')
  await vi.waitFor(async () =>
    expect(await read('/about', other)).toContain('Where the tabla is at home</h1>'),
  )
  const page = await read('/about', other)
  expect(page).toContain('In Kalakriti Academy, Indiranagar, Bengaluru 560038, India.')
  expect(page).toContain('<strong>on Mondays</strong>')
  // What a browser sends without it is the browser's affair; YouTube plays nothing without a referrer.
  expect(page).toMatch(/<iframe[^>]* referrerpolicy="strict-origin-when-cross-origin"/i)
  expect(page.length).toBeLessThan(before)
})

test('a page of an address of its own is found, listed for search engines, and gone again', async () => {
  expect((await other.fetch('/batches')).status).toBe(404)
  await asOwner(content.createPage, { body: { address: 'batches', title: 'Batches' } })
  expect((await other.fetch('/batches')).status).toBe(404)

  await publish('batches', {
    title: 'Batches',
    description: 'When we meet.',
    blocks: [{ type: 'intro', id: 'a', heading: 'Batches' }],
  })

  await vi.waitFor(async () => expect((await other.fetch('/batches')).status).toBe(200))
  expect(await read('/sitemap.xml')).toContain('/batches</loc>')
  await asOwner(content.deletePage, { params: { address: 'batches' } })
  await vi.waitFor(async () => expect((await other.fetch('/batches')).status).toBe(404))
})

test('no page of an owner stands in the way of a screen', () => {
  const listPaths = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path = '', children = [] }) => [path, ...listPaths(children)])
  const first = listPaths(routes).map((path) => path.split('/')[0] ?? '')
  const screens = first.filter((name) => /^\w/.test(name))

  expect(screens).toContain('certificate')
  expect(screens.filter((name) => !isReserved(name))).toEqual([])
})

test('menu, footer, announcement and social links stand around every page, until they are taken away', async () => {
  const { menu, footer } = defaultFrame()
  const announced = {
    announcement: { text: 'Enrolment ends on Friday', link: { label: 'Enrol', to: '/courses' } },
    menu: [...menu, { label: 'Our channel', to: 'https://youtube.com/@tabla' }],
    footer: [...footer, { heading: 'More', links: [{ label: 'All bundles', to: '/bundles' }] }],
    social: [{ url: 'https://www.instagram.com/tabla' }],
  }
  await publish('frame', announced)

  await vi.waitFor(async () => expect(await read('/terms', other)).toContain('Enrol'))
  for (const path of ['/', '/courses', '/login', '/nowhere']) {
    const page = await read(path, other)
    for (const said of ['Enrolment ends on Friday', 'Our channel', 'All bundles', '>Instagram<']) {
      expect(page, path).toContain(said)
    }
  }
  await asOwner(content.deletePage, { params: { address: 'frame' } })
  expect(await read('/terms')).not.toMatch(/Enrolment|Our channel|All bundles|Instagram/)
})

function withoutIds(html: string): string {
  return html.replaceAll(
    /<!--.*?-->| (id|aria-labelledby|name)="[^"]*"|^<div data-html="">|<\/div>$/g,
    '',
  )
}

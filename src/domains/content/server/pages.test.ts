import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeAdmin } from '../../../../tests/support/factories.ts'
import { type AskAs, startTestServer } from '../../../../tests/support/start-test-server.ts'
import { ApiError } from '../../../http/api-client.ts'
import type { Endpoint, RequestOf } from '../../../http/endpoint.ts'
import { readSettings } from '../../../platform/settings.ts'
import { toIndiaTime } from '../../../shared/india-time.ts'
import { type PageContent, pageContent } from '../blocks.ts'
import * as contract from '../contract.ts'
import { defaultFrame } from '../default-pages.ts'
import { publishPagesDue } from './publish-pages.ts'
import { deliveredContent } from './read-pages.ts'
import { servePage } from './serve-page.ts'
import { pageDrafts, pagePublications } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const asOwner = server.as(await makeAdmin(db))
const facts = () => ({ subject: null })

const draftOf = (address: string) => asOwner(contract.getPageDraft, { params: { address } })
const read = (address: string, language = 'en') =>
  server.visitor(contract.getPage, { params: { address }, query: { language } })

/** What was said instead of doing it. */
async function refusal<E extends Endpoint>(ask: AskAs, endpoint: E, input: RequestOf<E>) {
  const failure: unknown = await ask(endpoint, input).catch((error: unknown) => error)
  if (!(failure instanceof ApiError)) throw new Error('Nothing was refused')
  return failure.problem
}

async function save(address: string, content: object) {
  const { revision } = await draftOf(address)
  const body = { revision, content }
  return asOwner(contract.savePageDraft, { params: { address }, body })
}

async function publish(address: string, publishAt?: string) {
  const { revision } = await draftOf(address)
  const body = { revision, ...(publishAt && { publish_at: publishAt }) }
  return asOwner(contract.publishPage, { params: { address }, body })
}

function pageWith(blocks: object[]): PageContent {
  const page = { kind: 'page', title: 'Batches', description: 'When we meet.', blocks }
  return page as PageContent // as an editor sends it, with defaults left out
}

const intro = { type: 'intro', id: 'intro', heading: 'Come and learn' }

describe('a page that comes with the academy', () => {
  test('is seen as it was until an owner publishes a draft, and then by everybody', async () => {
    const { content, published, revision } = await draftOf('about')
    const { saved_at } = await save('about', { ...content, title: 'Our school' })
    const before = await read('about')
    const { changes } = await publish('about')

    expect({ published, revision }).toEqual({ published: false, revision: 1 })
    expect(Date.parse(saved_at)).toBeGreaterThan(0)
    expect(before.title).toBe('About Us')
    expect(changes.map(({ text }) => text)).toEqual(['Changed: Title for tabs and search results'])
    expect((await read('about')).title).toBe('Our school')
    expect(await draftOf('about')).toMatchObject({ published: true, unpublished_changes: 0 })
  })

  test('goes back to its first words, whose history stays', async () => {
    await save('results', pageWith([intro]))
    await publish('results')
    await asOwner(contract.deletePage, { params: { address: 'results' } })
    const history = await asOwner(contract.listPageHistory, { params: { address: 'results' } })
    const { revision } = await draftOf('results')
    await asOwner(contract.restorePage, {
      params: { address: 'results', number: '1' },
      body: { revision },
    })

    expect((await read('results')).title).toBe('Results')
    expect(history.map(({ number }) => number)).toEqual([2, 1])
    expect((await draftOf('results')).content).toMatchObject({ title: 'Batches' })
  })

  test('published as it is goes on in every language', async () => {
    await publish('privacy')

    const [row] = await db
      .select()
      .from(pagePublications)
      .where(eq(pagePublications.address, 'privacy'))
    expect(row?.content).toBeNull()
  })

  test('is not read, if a policy, until an owner has published or confirmed it', async () => {
    const isRead = async () => {
      const pages = await asOwner(contract.listPages, {})
      return pages.find(({ address }) => address === 'terms')?.is_read
    }
    await asOwner(contract.deletePage, { params: { address: 'terms' } }) // back to what never changed
    const before = await isRead()
    await asOwner(contract.confirmPolicy, { params: { address: 'terms' } })

    expect(before).toBe(false)
    expect(await isRead()).toBe(true)
    expect((await read('terms')).title).toBe('Terms')
  })
})

test('the terms say that adults buy, and what a bundle and a child have of it', async () => {
  const { blocks } = await read('terms')
  const purchase = JSON.stringify(blocks.find(({ id }) => id === 'purchase'))

  expect(purchase).toContain('Who buys is 18 or older. For a child, a parent buys')
  expect(purchase).toContain('or the courses of one bundle')
})

describe('a page of an address of its own', () => {
  test('is for nobody before it is published, and gone once it is deleted', async () => {
    const address = 'batches-2027'
    await asOwner(contract.createPage, { body: { address, title: 'Batches' } })
    const before = await refusal(server.visitor, contract.getPage, { params: { address } })
    await save(address, pageWith([intro]))
    await publish(address)
    const seen = await read(address)
    await asOwner(contract.deletePage, { params: { address } })
    const after = await refusal(server.visitor, contract.getPage, { params: { address } })

    expect([before.status, seen.title, after.status]).toEqual([404, 'Batches', 404])
  })

  test.each(['courses', 'api', 'hi', 'admin', 'about', 'frame', 'pictures'])(
    'cannot be at /%s, where something else is',
    async (address) => {
      const refused = await refusal(asOwner, contract.createPage, { body: { address, title: 'A' } })

      expect(refused.errors?.[0]?.path).toBe('address')
      expect(refused.detail).toContain(`/${address}`)
    },
  )
})

test('two owners who save at once: the second is told what stands there', async () => {
  const { content, revision } = await draftOf('contact')
  const params = { address: 'contact' }
  await asOwner(contract.savePageDraft, { params, body: { revision, content } })
  const refused = await refusal(asOwner, contract.savePageDraft, {
    params,
    body: { revision, content },
  })

  expect(refused).toMatchObject({ code: 'draft_conflict', revision: revision + 1, content })
})

test('a save right behind another is taken only if that one has made the revision', async () => {
  const params = { address: 'about' }
  const { content, revision } = await draftOf('about')
  const [mine, theirs] = [randomUUID(), randomUUID()]
  await asOwner(contract.savePageDraft, { params, body: { revision, content, save_id: theirs } })

  const behind = { revision: revision + 1, content }
  const refused = await refusal(asOwner, contract.savePageDraft, {
    params,
    body: { ...behind, after: mine },
  })
  const saved = await asOwner(contract.savePageDraft, {
    params,
    body: { ...behind, after: theirs },
  })

  expect(refused).toMatchObject({ code: 'draft_conflict', revision: revision + 1 })
  expect(saved.revision).toBe(revision + 2)
})

test('a publication for later happens at its time, once, with what was confirmed', async () => {
  const address = 'refund-policy'
  await save(address, pageWith([{ ...intro, heading: 'Confirmed' }]))
  await publish(address, new Date(Date.now() + 3_600_000).toISOString())
  await save(address, pageWith([{ ...intro, heading: 'Later' }]))
  const early = await publishPagesDue(db, facts)
  await db
    .update(pageDrafts)
    .set({ publishAt: sql`now() - interval '1 second'` })
    .where(eq(pageDrafts.address, address))
  const done = await Promise.all([publishPagesDue(db, facts), publishPagesDue(db, facts)])

  expect([early, done.flat()]).toEqual([[], [address]])
  expect((await read(address)).blocks[0]).toMatchObject({ heading: 'Confirmed' })
  expect((await draftOf(address)).content).toMatchObject({ blocks: [{ heading: 'Later' }] })
})

describe('a publication for later', () => {
  const publishByTheClock = async (address: string) => {
    await publish(address, new Date(Date.now() + 3_600_000).toISOString())
    const publishAt = sql`now() - interval '1 second'`
    await db.update(pageDrafts).set({ publishAt }).where(eq(pageDrafts.address, address))
    await publishPagesDue(db, facts)
  }

  test('tells what it changed, and nothing else', async () => {
    const address = 'clocked'
    const note = { type: 'text', id: 'note', text: 'Stays.' }
    await asOwner(contract.createPage, { body: { address, title: 'Batches' } })
    await save(address, pageWith([intro, note]))
    await publish(address)
    await save(address, pageWith([{ ...intro, heading: 'Come and play' }, note]))
    await publishByTheClock(address)

    const [newest] = await asOwner(contract.listPageHistory, { params: { address } })
    expect(newest?.changes.map(({ text }) => text)).toEqual(['Changed: Title: Come and play'])
  })

  test('of the words that come with the academy lets the page go on in every language', async () => {
    const address = 'results'
    const delivered = deliveredContent(address, facts())
    await save(address, { ...delivered, title: 'Ours' })
    await publish(address)
    await save(address, { ...delivered })
    await publishByTheClock(address)

    const [newest] = await db
      .select({ content: pagePublications.content })
      .from(pagePublications)
      .where(eq(pagePublications.address, address))
      .orderBy(desc(pagePublications.number))
    expect(newest).toEqual({ content: null })
  })
})

test('a page that is taken away while its publication is made is not seen any more', async () => {
  const address = 'due'
  await asOwner(contract.createPage, { body: { address, title: 'Due' } })
  await save(address, pageWith([intro]))
  await publish(address, new Date(Date.now() + 3_600_000).toISOString())
  const publishAt = sql`now() - interval '1 second'`
  await db.update(pageDrafts).set({ publishAt }).where(eq(pageDrafts.address, address))

  const areWaiting = (count: number) =>
    vi.waitFor(async () => expect(await countBlocked(db)).toBe(count))
  const acts: Promise<unknown>[] = []
  await db.transaction(async (held) => {
    await held.execute(sql`lock table page_publications in share row exclusive mode`)
    acts.push(publishPagesDue(db, facts))
    await areWaiting(1)
    acts.push(asOwner(contract.deletePage, { params: { address } }))
    await areWaiting(2)
  })
  await Promise.all(acts)

  const seen = await refusal(server.visitor, contract.getPage, { params: { address } })
  expect(seen.status).toBe(404)
})

describe('of what stands around every page', () => {
  const frame = async () => server.visitor(contract.getFrame, {})

  test('what an owner left as it comes is read in every language', async () => {
    await save('frame', { ...defaultFrame(), social: [{ url: 'https://www.x.com/tabla' }] })
    await publish('frame')

    await vi.waitFor(async () => expect((await frame()).social).toHaveLength(1))
    expect(await frame()).toMatchObject({ menu: null, footer: null })
  })

  test('no link leads to a page that was taken away, and each is back with its page', async () => {
    const { menu, footer, ...rest } = defaultFrame()
    const address = 'asked'
    const link = { label: 'Asked often', to: '/asked?from=menu' }
    const publishPage = async () => {
      await asOwner(contract.createPage, { body: { address, title: 'Asked' } })
      await save(address, pageWith([intro]))
      await publish(address)
    }
    await publishPage()
    await save('frame', {
      ...rest,
      menu: [...menu, link],
      footer: [...footer, { heading: 'More', links: [link] }],
      announcement: { text: 'We answer.', link },
    })
    await publish('frame')
    await vi.waitFor(async () => expect((await frame()).menu).toContainEqual(link))
    await asOwner(contract.deletePage, { params: { address } })

    await vi.waitFor(async () =>
      expect(await frame()).toMatchObject({
        menu: null,
        footer: null,
        announcement: { text: 'We answer.', link: null },
      }),
    )
    await publishPage()
    await vi.waitFor(async () => expect((await frame()).menu).toContainEqual(link))
  })
})

describe('what is served', () => {
  test('has the settings in the place of braces, and links to the address of support', async () => {
    await save(
      'home',
      pageWith([
        { ...intro, heading: '{academy} for {guarantee_days} days, {unknown}' },
        { type: 'text', id: 'text', text: 'Write to {support_email} or [read](/terms).' },
      ]),
    )
    await publish('home')
    const { blocks } = await read('home')

    expect(blocks[0]).toMatchObject({
      heading: expect.stringMatching(/^\S.* for 30 days, \{unknown\}$/),
    })
    expect(blocks[1]).toMatchObject({
      html: expect.stringMatching(
        /^<p>Write to <a href="mailto:(\S+)" rel="[^"]*">\1<\/a> or <a href="\/terms"[^>]*>read<\/a>\.<\/p>$/,
      ),
    })
  })

  test('names no figure that nobody has counted, and tells nobody what proves a typed one', async () => {
    const typed = { source: 'typed', value: '12', meaning: 'concerts', proof: 'Our diary' }
    const counted = ['certificates', 'average_rating', 'reviews']
    const items = [typed, ...counted.map((source) => ({ source, meaning: source }))]
    await save('home', pageWith([{ type: 'figures', id: 'figures', items }]))
    await publish('home')

    expect((await read('home')).blocks).toEqual([
      {
        type: 'figures',
        id: 'figures',
        items: [{ value: '12', meaning: 'concerts', is_guarantee: false }],
      },
    ])
  })
})

test.each([
  [
    'https://vimeo.com/76979871#t=90s',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1#t=90s',
  ],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  [
    'https://youtu.be/aqz-KE-bpKQ?t=90',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&rel=0&start=90',
  ],
])('the film %s of a page begins where its link says', async (url, embedUrl) => {
  await save('results', pageWith([intro, { type: 'film', id: 'film', title: 'A film', url }]))
  await publish('results')

  expect((await read('results')).blocks[1]).toMatchObject({ embed_url: embedUrl })
})

describe('is refused with a sentence at its field, and nothing is changed:', () => {
  const part = (block: object) => pageWith([intro, { id: 'it', ...block }])
  const cases: [what: string, content: object, path: string][] = [
    ['HTML in a line', part({ type: 'intro', heading: '<b>Hello</b>' }), 'blocks.1.heading'],
    [
      'HTML in Markdown',
      part({ type: 'text', text: '<img src=x onerror=alert(1)>' }),
      'blocks.1.text',
    ],
    [
      'a script behind a link',
      part({ type: 'text', text: '[a](javascript:alert(1))' }),
      'blocks.1.text',
    ],
    [
      'a script behind a button',
      part({ type: 'hero', button: { label: 'A', to: 'javascript:alert(1)' } }),
      'blocks.1.button.to',
    ],
    [
      'an address of another host',
      part({ type: 'hero', button: { label: 'A', to: '//evil.example' } }),
      'blocks.1.button.to',
    ],
    [
      'a picture that is not here',
      part({ type: 'picture', picture: '/pictures/8a5a3b-0000000000000000', alt: 'A' }),
      'blocks.1.picture',
    ],
    [
      'a picture of another site',
      part({ type: 'picture', picture: 'https://evil.example/a.png' }),
      'blocks.1.picture',
    ],
    ['a film of nobody', part({ type: 'film', url: 'https://evil.example/a' }), 'blocks.1.url'],
    [
      '61 parts',
      pageWith(Array.from({ length: 61 }, (_, at) => ({ ...intro, id: `p${at}` }))),
      'blocks',
    ],
    ['a megabyte of text', part({ type: 'text', text: 'a'.repeat(1_000_000) }), 'blocks.1.text'],
    ['two parts of one id', pageWith([intro, intro]), 'blocks'],
    ['a menu for a page', defaultFrame(), 'kind'],
  ]

  test.each(cases)('%s', async (_, content, path) => {
    const before = await draftOf('about')
    const body = { revision: before.revision, content }
    const refused = await refusal(asOwner, contract.savePageDraft, {
      params: { address: 'about' },
      body,
    })

    expect(refused.errors?.map((error) => error.path)).toEqual([
      expect.stringMatching(`(content\\.)?${path}$`),
    ])
    expect(refused.errors?.[0]?.message).toMatch(/^[A-Z].*\.$/)
    expect(await draftOf('about')).toEqual(before)
  })

  test('publishing what lacks a name, a tick or a proof', async () => {
    await save(
      'about',
      pageWith([
        { type: 'testimonial', id: 'a', quote: 'Good.', name: '' },
        { type: 'figures', id: 'b', items: [{ source: 'typed', value: '9', meaning: 'years' }] },
        { type: 'hero', id: 'c', heading: 'A', button: { label: 'Go', to: '' } },
      ]),
    )
    const { revision } = await draftOf('about')
    const refused = await refusal(asOwner, contract.publishPage, {
      params: { address: 'about' },
      body: { revision },
    })

    expect(refused.errors?.map(({ path }) => path)).toEqual([
      'content.blocks.0.name',
      'content.blocks.0.agreed',
      'content.blocks.1.items.0.proof',
      'content.blocks.2.button.to',
    ])
  })

  test('a menu without a link of the specification, or with one that leads nowhere', async () => {
    const frame = defaultFrame()
    const menu = [...frame.menu.slice(1), { label: 'Nowhere', to: '/nowhere' }]
    await save('frame', { ...frame, menu })
    const { revision } = await draftOf('frame')
    const refused = await refusal(asOwner, contract.publishPage, {
      params: { address: 'frame' },
      body: { revision },
    })

    expect(refused.errors).toEqual([
      { path: 'content.menu.3.to', message: 'There is no page at /nowhere.' },
      { path: 'content.menu', message: expect.stringContaining('/ (Home)') },
    ])
  })
})

test('one day of a guarantee is no “1 days”', () => {
  const text = 'You have {guarantee_days} days. {guarantee_days} days-old, {academy} days.'
  const content = pageContent.parse(
    pageWith([
      { ...intro, heading: text },
      { type: 'text', id: 'text', text },
    ]),
  )
  const { brand, figures } = readSettings({})
  const written = [1, 2].map((guaranteeInDays) =>
    servePage(content, { brand, figures: { ...figures, guaranteeInDays }, computed: null }),
  )

  const [one, two] = written.map(({ blocks }) => JSON.stringify(blocks))
  expect(one?.match(/You have 1 day\. 1 day-old, Kalakriti Academy days\./g)).toHaveLength(2)
  expect(two?.match(/You have 2 days\. 2 days-old, Kalakriti Academy days\./g)).toHaveLength(2)
})

test('around every page an owner sees what is still being written, its announcement before its time', async () => {
  const announcement = { text: 'We meet on Sunday.', from: '2099-01-01T09:00', until: '' }
  const content = { ...defaultFrame(), menu: [{ label: 'Start', to: '/' }], announcement }
  const preview = await asOwner(contract.previewPage, { body: { address: 'frame', content } })

  expect(preview.frame).toMatchObject({
    menu: [{ label: 'Start', to: '/' }],
    announcement: { text: 'We meet on Sunday.', link: null },
  })
})

test('an announcement is there from its minute on and until its last one', async () => {
  const minute = 60_000
  const at = (offset: number) => toIndiaTime(new Date(Date.now() + offset))
  const frame = defaultFrame()
  const announce = async (from: string, until: string) => {
    await save('frame', { ...frame, announcement: { text: 'We meet on Sunday.', from, until } })
    await publish('frame')
    return (await server.visitor(contract.getFrame, {})).announcement?.text ?? null
  }

  expect(await announce(at(-minute), at(2 * minute))).toBe('We meet on Sunday.')
  expect(await announce(at(2 * minute), '')).toBeNull()
  expect(await announce('', at(-minute))).toBeNull()
  expect(await announce('', '')).toBe('We meet on Sunday.')
})

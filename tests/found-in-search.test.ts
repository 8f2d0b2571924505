import { afterAll, describe, expect, test } from 'vitest'
import { makeBundle, makeCourse } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const publicUrl = 'https://academy.test'
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: publicUrl },
  pages: true,
})
const { db } = server
afterAll(() => server.close())

const course = await makeCourse(db, {
  title: 'Frames & </script><script>alert("1")</script>',
  description: 'From a single idea to a film, in small steps. '.repeat(8),
  priceInPaise: 249_900,
})
const bundleId = await makeBundle(db, [course.id, (await makeCourse(db)).id])

const publicPages = [
  '/',
  '/courses',
  `/course/${course.id}`,
  '/bundles',
  `/bundles/${bundleId}`,
  '/about',
  '/results',
  '/contact',
  '/refund-policy',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
]
const privatePages = [
  '/my-courses',
  '/admin',
  `/certificate/${course.id}`,
  '/payment-success',
  '/reset-password',
  '/bundles/no-such-bundle',
  '/no-such-page',
]

describe.each(publicPages)('%s', (path) => {
  test('says what it is, where it is, and which picture stands for it', async () => {
    const head = await readHead(path)

    expect(head.title).toMatch(/^.+ · Kalakriti Academy$/)
    expect(head.canonical).toBe(publicUrl + path)
    expect(head.meta['description']!.length).toBeGreaterThan(20)
    expect(head.meta['description']!.length).toBeLessThanOrEqual(160)
    expect(head.meta['robots']).toBeUndefined()
    expect(head.meta['viewport']).toBeDefined()
    expect(head.meta['twitter:card']).toBe('summary_large_image')
    expect(head.meta).toMatchObject({
      'og:title': head.title.replace(' · Kalakriti Academy', ''),
      'og:description': head.meta['description'],
      'og:url': publicUrl + path,
      'og:image:width': '1200',
    })
    const picture = await server.fetch(head.meta['og:image']!.replace(publicUrl, ''))
    expect(picture.headers.get('content-type')).toBe('image/png')
  })

  test('names the academy, and the way to itself, in structured data', async () => {
    const { things } = await readHead(path)

    expect(things['EducationalOrganization']).toMatchObject({
      name: 'Kalakriti Academy',
      url: `${publicUrl}/`,
    })
    if (path === '/') return
    const steps = things['BreadcrumbList']!['itemListElement'] as Record<string, unknown>[]
    expect(steps[0]).toMatchObject({ position: 1, name: 'Home', item: `${publicUrl}/` })
    expect(steps.at(-1)).toMatchObject({ position: steps.length, item: publicUrl + path })
  })
})

test('no two public pages share a title or a description', async () => {
  const heads = await Promise.all(publicPages.map(readHead))

  expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPages.length)
  expect(new Set(heads.map(({ meta }) => meta['description'])).size).toBe(publicPages.length)
})

test.each(privatePages)('%s stays out of search results', async (path) => {
  const { meta, canonical } = await readHead(path)

  expect(meta['robots']).toBe('noindex')
  expect(canonical).toBeUndefined()
})

test('a bundle that is not there is not titled as the list', async () => {
  const { title } = await readHead('/bundles/no-such-bundle')

  expect(title).toBe('Bundle Not Found · Kalakriti Academy')
})

test('a course is offered with its price, and its words cannot end the data they stand in', async () => {
  const { things } = await readHead(`/course/${course.id}`)

  expect(things['Course']).toMatchObject({
    name: course.title,
    provider: { '@id': `${publicUrl}/#academy` },
    offers: { '@type': 'Offer', price: 2499, priceCurrency: 'INR' },
    hasCourseInstance: { courseMode: 'Online', courseWorkload: 'PT4M' },
  })
})

test('a course with an uploaded cover names it to search engines', async () => {
  const thumbnail = '/pictures/8a5a3b-0123456789abcdef'
  const course = await makeCourse(server.db, { thumbnail })

  const { things } = await readHead(`/course/${course.id}`)

  expect(things['Course']).toMatchObject({ image: publicUrl + thumbnail })
})

test('the start page answers the questions people ask before they pay', async () => {
  const { things } = await readHead('/')

  const questions = things['FAQPage']!['mainEntity'] as Record<string, unknown>[]
  expect(questions.length).toBeGreaterThan(4)
  expect(questions[0]).toMatchObject({
    '@type': 'Question',
    acceptedAnswer: { '@type': 'Answer', text: expect.stringContaining('30 days') },
  })
})

test('every icon that pages and the home screen name is there', async () => {
  const { links } = await readHead('/')
  const manifest = await (await server.fetch('/site.webmanifest')).json()
  const icons = [
    ...links.filter(({ rel }) => rel?.includes('icon')).map(({ href }) => href),
    ...manifest.icons.map(({ src }: { src: string }) => src),
  ]

  expect(links).toContainEqual(expect.objectContaining({ rel: 'manifest' }))
  expect(icons).toContain('/favicon.ico')
  for (const icon of icons) {
    const answer = await server.fetch(icon)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^image\//)
  }
})

interface Head {
  title: string
  meta: Record<string, string | undefined>
  links: Record<string, string>[]
  canonical: string | undefined
  /** Structured data, by type. */
  things: Record<string, Record<string, unknown> | undefined>
}

async function readHead(path: string): Promise<Head> {
  const html = await (await server.fetch(path)).text()
  const metas = [...html.matchAll(/<meta [^>]*>/g)].map(([tag]) => readAttributes(tag))
  const links = [...html.matchAll(/<link [^>]*>/g)].map(([tag]) => readAttributes(tag))
  const graphs = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!)['@graph'] as Record<string, unknown>[],
  )
  return {
    title: unescape(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ''),
    meta: Object.fromEntries(
      metas.map((meta) => [meta['name'] ?? meta['property'], meta['content']]),
    ),
    links,
    canonical: links.find(({ rel }) => rel === 'canonical')?.['href'],
    things: Object.fromEntries(graphs.flat().map((thing) => [thing['@type'], thing])),
  }
}

function readAttributes(tag: string): Record<string, string> {
  const found = [...tag.matchAll(/([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name, value]) => [name, unescape(value ?? '')]))
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

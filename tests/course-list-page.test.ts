import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { keepAsking } from '../bench/support/pressure-clients.ts'
import { paths } from '../src/paths.ts'
import { makeCourse } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const publicUrl = 'https://academy.test'
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: publicUrl, TRUST_PROXY: '1' },
  pages: true,
})
afterAll(() => server.close())

/** As long as the form takes. */
const longDescription = 'From a single idea to a film, in small steps. '.repeat(217)

describe('the list of forty courses', () => {
  beforeAll(async () => {
    for (let number = 1; number <= 40; number += 1) {
      await makeCourse(server.db, {
        title: number === 7 ? 'Storyboards by hand' : `Course ${number}`,
        description: longDescription,
        modules: [['https://videos.example/one.mp4'], ['https://videos.example/two.mp4']],
      })
    }
  })

  test('begins with the newest course', async () => {
    const titles = listTitles(await read('/courses'))

    expect(titles).toHaveLength(12)
    expect(titles[0]).toBe('Course 40')
    expect(titles.at(-1)).toBe('Course 29')
  })

  test('shows each course on one of its pages', async () => {
    const pages = await Promise.all(
      ['/courses', '/courses?page=2', '/courses?page=3', '/courses?page=4'].map(read),
    )

    expect(new Set(pages.flatMap(listTitles)).size).toBe(40)
  })

  test('says above its buttons what a buyer states by paying', async () => {
    const page = await read('/courses')
    const said = 'By paying you state that you are 18 or older.</p>'
    const [before, after] = page.split(said)

    expect(before).not.toContain('Purchase Now')
    expect(after).toContain('Purchase Now')
    expect(await read('/hi/courses')).toContain('पेमेंट करके आप बताते हैं')
    expect(await read('/courses?search=nothing+of+it')).not.toContain(said)
  })

  test('is light enough for a bad network', async () => {
    const page = await read('/courses')
    const onTheData = await read('/courses.data')

    expect(Buffer.byteLength(page)).toBeLessThan(120_000)
    expect(Buffer.byteLength(onTheData)).toBeLessThan(8_000)
    expect(page).not.toContain('by-language')
  })

  test('tells search engines where each page is, and which stand beside it', async () => {
    expect(listLinks(await read('/courses'))).toEqual({
      canonical: `${publicUrl}/courses`,
      next: '/courses?page=2',
    })
    expect(listLinks(await read('/courses?page=2'))).toEqual({
      canonical: `${publicUrl}/courses?page=2`,
      prev: '/courses',
      next: '/courses?page=3',
    })
    expect(listLinks(await read('/courses?page=4'))).toEqual({
      canonical: `${publicUrl}/courses?page=4`,
      prev: '/courses?page=3',
    })
    expect(listLinks(await read('/hi/courses?page=2'))).toMatchObject({
      prev: '/hi/courses',
      next: '/hi/courses?page=3',
    })
    expect(await read('/sitemap.xml')).not.toContain('page=')
  })

  test.each([
    ['/courses?page=1', '/courses'],
    ['/courses?page=5', '/courses'],
    ['/courses?page=0', '/courses'],
    ['/courses?page=two', '/courses'],
    ['/courses?page=', '/courses'],
    ['/courses?search=', '/courses'],
    ['/courses?search=course&page=9', '/courses?search=course'],
  ])('has one address: %s leads to %s', async (asked, address) => {
    const answer = await server.fetch(asked, { redirect: 'manual' })

    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(address)
  })

  test('is searched by the server, for those without scripts', async () => {
    const page = await read('/courses?search=by+STORYBOARDS')

    expect(listTitles(page)).toEqual(['Storyboards by hand'])
    expect(page).toMatch(/<output[^>]*>1 course matches “by STORYBOARDS”</)
    expect(page).toContain('<meta name="robots" content="noindex"/>')
    expect(listLinks(page)).toEqual({})
  })

  test('says so when nothing matches, and shows the way back', async () => {
    const page = await read('/courses?search=%3Cb%3E')

    expect(listTitles(page)).toEqual([])
    expect(page).toMatch(/<output[^>]*>No course matches “&lt;b&gt;”\.</)
    expect(page).toMatch(/href="\/courses"[^>]*>Show all courses</)
  })

  test('searched for two hundred new words from one network at once, holds nobody up', async () => {
    let answered = 0
    const overtaken: number[] = []
    const look = keepAsking(async () => {
      const before = answered
      const health = await server.fetch('/healthz')
      overtaken.push(answered - before)
      return health
    })

    const startedAtInMs = performance.now()
    const words = Array.from({ length: 200 }, (_, number) => `word${number}`)
    const answers = await Promise.all(
      words.map(async (word) => {
        const answer = await search(word, '10.7.0.1')
        if (answer.status === 200) answered += 1
        return answer
      }),
    )

    await look.stop()
    const refused = answers.filter(({ status }) => status === 429)
    // A hundred in ten seconds, which may turn meanwhile on a busy machine.
    const turns = 1 + Math.floor((performance.now() - startedAtInMs) / 10_000)
    expect(answered).toBeGreaterThanOrEqual(100)
    expect(answered).toBeLessThanOrEqual(100 * turns)
    expect(refused).toHaveLength(200 - answered)
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeOneOf([...Array(11).keys()])
      expect(await answer.text()).toMatch(/^Too many searches/)
    }
    expect(Math.max(...overtaken)).toBeLessThanOrEqual(5)
    expect((await search('another', '10.8.0.1')).status).toBe(200)
    expect((await read('/courses')).length).toBeGreaterThan(0)
  })
})

async function untilListed(title: string): Promise<void> {
  await vi.waitFor(async () => expect(await read('/courses?language=ta')).toContain(title))
}

/** By somebody in a network, as the proxy in front tells it. */
function search(word: string, ip: string): Promise<Response> {
  return server.fetch(`/courses?search=${word}`, { headers: { 'x-forwarded-for': ip } })
}

describe('a list of courses in two languages', () => {
  beforeAll(async () => {
    const pages = [
      { language: 'Hindi', level: 'beginner' },
      { language: 'हिन्दी', level: 'advanced' },
      { language: 'Tamil', level: 'beginner' },
    ] as const
    for (const page of pages) {
      const title = `Reels in ${page.language}, ${page.level}`
      await makeCourse(server.db, { title, page })
    }
    for (let number = 1; number <= 12; number += 1) {
      await makeCourse(server.db, { title: `Ragas ${number}`, page: { language: 'tamil' } })
    }
    await untilListed('Ragas 12')
  })

  test('is narrowed by plain links, in the words of who reads', async () => {
    const page = await read('/courses?language=hi')

    expect(listTitles(page)).toEqual(['Reels in हिन्दी, advanced', 'Reels in Hindi, beginner'])
    expect(page).toMatch(/ aria-current="true"[^>]* href="\/courses\?language=hi"[^>]*>Hindi</)
    expect(page).toMatch(/href="\/courses\?language=ta"[^>]*>Tamil</)
    expect(page).toMatch(/href="\/courses\?language=hi&amp;level=beginner"[^>]*>For beginners</)
    expect(page).toContain('<meta name="robots" content="noindex"/>')
    expect(listTitles(await read('/courses?language=hi&level=beginner'))).toEqual([
      'Reels in Hindi, beginner',
    ])
    expect(await read('/courses')).toMatch(/<li><a[^>]* aria-current="true"[^>]*>All</)
    const inHindi = await read('/hi/courses')
    expect(inHindi).toMatch(/href="\/hi\/courses\?language=ta"[^>]*>तमिल</)
  })

  test('stays narrowed through its pages and its search, without scripts too', async () => {
    const page = await read('/courses?language=ta')
    const form = /<form[^]*?<\/form>/.exec(page)?.[0]

    expect(page).toContain('href="/courses?language=ta&amp;page=2"')
    expect(form).toContain('<input type="hidden" name="language" value="ta"/>')
    const found = await read('/courses?language=ta&search=reels')
    expect(listTitles(found)).toEqual(['Reels in Tamil, beginner'])
    expect(await read('/hi/courses?language=ta')).toMatch(/<form action="\/hi\/courses"/)
  })

  test('says so when no course is both, and shows the way back', async () => {
    const page = await read('/courses?language=ta&level=advanced')

    expect(page).toContain('No course is both in this language and of this level.')
    expect(page).toMatch(/href="\/courses"[^>]*>Show all courses</)
  })

  test('keeps a search that finds nothing in the choice, and leads to it in all courses', async () => {
    const page = await read('/courses?language=ta&search=hindi')

    expect(page).toMatch(/<output[^>]*>No course in this choice matches “hindi”\.</)
    expect(page).toMatch(/href="\/courses\?search=hindi"[^>]*>Search in all courses</)
  })

  test.each([
    ['/courses?language=xx', '/courses'],
    ['/courses?language=', '/courses'],
    ['/courses?language=HI&level=beginner', '/courses?level=beginner'],
    ['/courses?level=toString', '/courses'],
    ['/courses?language=ta&page=02', '/courses?language=ta&page=2'],
    ['/courses?language=ta&page=9', '/courses?language=ta'],
    ['/hi/courses?language=xx', '/hi/courses'],
  ])('strangers cannot have more pages kept: %s leads to %s', async (asked, address) => {
    const answer = await server.fetch(asked, { redirect: 'manual' })

    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(address)
  })
})

test('the figures of all drawn covers come as one small file that browsers keep', async () => {
  const answer = await server.fetch(paths.coverFigures, {
    headers: { 'accept-encoding': 'br' },
  })

  expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  expect(answer.headers.get('cache-control')).toContain('max-age=604800')
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(6_000)
})

async function read(path: string): Promise<string> {
  return (await server.fetch(path)).text()
}

function listTitles(page: string): string[] {
  return [...page.matchAll(/<h2 id="title-[^>]*>([^<]*)</g)].map(([, title]) => title!)
}

/** What the head says of the page's own address and of its neighbours. */
function listLinks(page: string): Record<string, string> {
  const head = page.slice(0, page.indexOf('</head>'))
  const found = [...head.matchAll(/<link rel="(canonical|prev|next)" href="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, rel, href]) => [rel, href!.replaceAll('&amp;', '&')]))
}

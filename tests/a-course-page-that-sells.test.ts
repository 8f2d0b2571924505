import { afterAll, describe, expect, test } from 'vitest'
import { listCourses } from '../src/domains/catalogue/contract.ts'
import { makeCourse, unique } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const publicUrl = 'https://academy.test'
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: publicUrl },
  pages: true,
})
const { db } = server
afterAll(() => server.close())

const page = {
  subtitle: 'For phones alone',
  outcomes: ['Write a script & keep it short', 'Cut on the beat'],
  audience: ['Shop owners'],
  requirements: ['A phone'],
  language: 'Hindi',
  level: 'beginner' as const,
  teachers: [{ name: 'Meera Nair', text: 'Ten years\nof films.' }],
  questions: [{ question: 'How long does it take?', answer: 'A week of evenings.' }],
  trailer: 'https://youtu.be/aqz-KE-bpKQ',
}
const films = ['https://videos.example/one.mp4', 'https://videos.example/two.mp4']
const oldest = await makeCourse(db, {
  title: 'Told First',
  modules: [films],
  lesson: { isPreview: true },
})

describe('a course page with all that can be told', () => {
  test('tells it to a visitor without a script', async () => {
    const course = await makeCourse(db, { description: '# Light\n\n**Much** of it.', page })

    const html = await readPage(`/course/${course.id}`)

    for (const words of [
      'For phones alone',
      'What you will be able to do',
      'Write a script &amp; keep it short',
      'Who it is for',
      'Shop owners',
      'What you need',
      'For beginners',
      'In Hindi',
      'Meera Nair',
      'How long does it take?',
      'A week of evenings.',
      '<h3>Light</h3>\n<p><strong>Much</strong> of it.</p>',
      'Play video: Trailer',
      'Purchase this course to unlock',
    ]) {
      expect(html).toContain(words)
    }
    expect(html).not.toMatch(/<iframe|youtube-nocookie\.com\/embed/)
  })

  test('tells it to search engines in words of schema.org, without markup', async () => {
    const course = await makeCourse(db, {
      description: '# Light\n\n**Much** of it.',
      page,
      modules: [films],
      lesson: { isPreview: true },
    })

    const things = await readThings(`/course/${course.id}`)

    expect(things['Course']).toMatchObject({
      description: 'Light Much of it.',
      alternativeHeadline: 'For phones alone',
      teaches: page.outcomes,
      coursePrerequisites: page.requirements,
      educationalLevel: 'Beginner',
      inLanguage: { '@type': 'Language', name: 'Hindi' },
      audience: [{ '@type': 'Audience', audienceType: 'Shop owners' }],
      hasCourseInstance: {
        instructor: [
          { '@type': 'Person', name: 'Meera Nair', description: 'Ten years\nof films.' },
        ],
      },
      hasPart: [
        {
          '@type': 'LearningResource',
          name: 'Video 1',
          isAccessibleForFree: true,
          url: `${publicUrl}/course/${course.id}#lesson-${course.videoIds[0]}`,
        },
        { name: 'Video 2' },
      ],
    })
    expect(things['FAQPage']).toMatchObject({
      mainEntity: [
        {
          name: 'How long does it take?',
          acceptedAnswer: { '@type': 'Answer', text: 'A week of evenings.' },
        },
      ],
    })
  })

  test('of a course that tells nothing more shows no empty heading', async () => {
    const course = await makeCourse(db)

    const html = await readPage(`/course/${course.id}`)

    expect(html).toContain('<p>From idea to reel.</p>')
    expect(html).not.toMatch(
      /What you will|Who it is for|What you need|Questions|teacher|Free preview/,
    )
  })
})

describe('a preview lesson', () => {
  test('stands on the course page of a visitor, who still sees the price', async () => {
    const course = await makeCourse(db, { modules: [films], lesson: { isPreview: true } })

    const html = await readPage(`/course/${course.id}`)

    expect(html).toContain('Purchase Now')
    expect(html.match(/Free preview/g)?.length).toBeGreaterThanOrEqual(2)
    expect(html).toContain(`id="lesson-${course.videoIds[0]}"`)
    expect(html).not.toContain('(locked)')
  })
})

test('the start page leads to the free lesson of a course', async () => {
  const html = await readPage('/')

  expect(html).toMatch(
    new RegExp(`<a [^>]*href="/course/${oldest.id}#lesson-${oldest.videoIds[0]}"[^>]*>Free lesson`),
  )
})

describe('a course that is unlisted', () => {
  test('has a page for those who know its address, and stays out of everything else', async () => {
    const title = unique('Secret')
    const course = await makeCourse(db, { title, state: 'unlisted' })

    const html = await readPage(`/course/${course.id}`)

    expect(html).toContain('Purchase Now')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toMatch(/rel="canonical"|ld\+json/)
    expect(await readPage('/sitemap.xml')).not.toContain(course.id)
    expect(await readPage(`/courses?search=${title}`)).not.toContain(course.id)
    expect(await readPage('/')).not.toContain(course.id)
    // Whom its link is sent sees what it is.
    expect(html).toMatch(/<meta name="description" content="[^"]+"/)
    expect(html).toContain(`/share/course/${course.id}.png"`)
    expect((await server.fetch(`/share/course/${course.id}.png`)).status).toBe(200)
    const listed = await server.visitor(listCourses, {})
    expect(listed.map(({ id }) => id)).not.toContain(course.id)
  })
})

test('cards and search results show the words of a description, not its markup', async () => {
  const title = unique('Marked')
  const course = await makeCourse(db, { title, description: '## Light\n\n- **Much** of _it_' })

  const list = await readPage(`/courses?search=${title}`)
  const html = await readPage(`/course/${course.id}`)

  expect(list).toContain('>Light Much of it<')
  expect(html).toContain('<meta name="description" content="Light Much of it"/>')
})

async function readPage(path: string): Promise<string> {
  return (await server.fetch(path)).text()
}

async function readThings(path: string): Promise<Record<string, Record<string, unknown>>> {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await readPage(path))
  const graph: Record<string, unknown>[] = JSON.parse(json?.[1] ?? '{}')['@graph']
  return Object.fromEntries(graph.map((thing) => [thing['@type'], thing]))
}

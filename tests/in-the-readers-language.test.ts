import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgotPassword, updateProfile } from '../src/domains/accounts/contract.ts'
import { users } from '../src/domains/accounts/server/tables.ts'
import { getReceipt, listMyPayments } from '../src/domains/checkout/contract.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import type { ReadingLanguage } from '../src/shared/i18n/language.ts'
import { buy } from './support/buy.ts'
import { makeCourse, makeLearner } from './support/factories.ts'
import { readPdf } from './support/read-pdf.ts'
import { requireBuild } from './support/require-build.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

const hindi: ReadingLanguage = {
  code: 'hi',
  tag: 'hi-IN',
  name: 'हिन्दी',
  direction: 'ltr',
  messages: new Map([
    ['Courses', 'कोर्स'],
    [
      'Opens {days, plural, one {# day} other {# days}} after you get the course',
      'कोर्स मिलने के {days} दिन बाद खुलेगा',
    ],
    ['Payment receipt', 'पेमेंट की रसीद'],
    ['once, for life', 'एक बार, हमेशा के लिए'],
    ['This course does not exist.', 'यह कोर्स नहीं है।'],
    ['Hello {name},', 'नमस्ते {name},'],
    ['Your receipt for {course}', '{course} की रसीद'],
    ['Choose a new password', 'नया पासवर्ड चुनें'],
    ['Your verification code for {academy}', '{academy} का कोड'],
  ]),
}

let server: TestServer
beforeAll(async () => {
  requireBuild()
  server = await startTestServer({
    razorpay: true,
    pages: true,
    languages: [hindi],
    env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  })
})
afterAll(() => server.close())

const read = async (path: string) => (await server.fetch(path)).text()

describe('an address', () => {
  test('below a language is read in it, and says which others there are', async () => {
    const page = await read('/hi/courses')

    expect(page).toContain('<html lang="hi-IN"')
    expect(page).toContain('कोर्स')
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/hi\/courses"/)
    expect(page).toMatch(/<link rel="alternate" hrefLang="hi-IN" href="[^"]*\/hi\/courses"/)
    expect(page).toMatch(/<link rel="alternate" hrefLang="x-default" href="[^"]*[^i]\/courses"/)
    expect(page).toContain('href="/hi/about"')
    expect(page).toMatch(/\/assets\/shell-[\w-]+\.hi-\w{8}\.js/)
  })

  test('without one is English, whatever the browser asks for, and leads to the others', async () => {
    const answer = await server.fetch('/courses', { headers: { 'accept-language': 'hi' } })
    const page = await answer.text()

    expect(page).toContain('<html lang="en-IN"')
    expect(page).not.toMatch(/\.hi-\w{8}\.js/)
    expect(page).toMatch(/<a href="\/hi\/courses" hrefLang="hi-IN" lang="hi-IN"[^>]*>हिन्दी<\/a>/)
  })

  test('is kept for each language by itself, and names nothing in a language there is not', async () => {
    const [first, second] = [await read('/hi/about'), await read('/about')]

    expect(first).not.toBe(second)
    expect(await read('/hi/about')).toBe(first)
    expect((await server.fetch('/ta/about')).status).toBe(404)
    expect((await server.fetch('/hi/course/no-such-course')).status).toBe(404)
    expect((await server.fetch('/hi')).status).toBe(200)
    expect((await server.fetch('/hi/courses.data')).status).toBe(200)
  })

  test('of a course says when its lessons open, and leads where its words do, in the language', async () => {
    const planned = await makeCourse(server.db, {
      lesson: { opens: { kind: 'days', days: 7 } },
      description:
        '[Together](/bundles) [a picture](/pictures/x) [read](/hi/about) [own](/ai) [out](https://a.test/b)',
    })
    const [page, english] = [
      await read(`/hi/course/${planned.id}`),
      await read(`/course/${planned.id}`),
    ]
    const data = await read(`/hi/course/${planned.id}.data`)
    const headers = { 'accept-language': 'hi-IN' }
    const call = await (await server.fetch(`/api/courses/${planned.id}`, { headers })).text()

    expect(english).toContain('Opens 7 days after you get the course')
    expect(english).toContain('<a href="/bundles"')
    for (const said of [page, data, call]) {
      expect(said).toContain('कोर्स मिलने के 7 दिन बाद खुलेगा')
      expect(said).not.toContain('Opens 7 days')
    }
    for (const href of ['/hi/bundles', '/pictures/x', '/hi/about', '/hi/ai', 'https://a.test/b']) {
      expect(page).toContain(`<a href="${href}"`)
    }
  })

  test('stands in the site map in each language', async () => {
    const map = await read('/sitemap.xml')

    expect(map).toMatch(/<loc>[^<]*\/hi\/courses<\/loc>/)
    expect(map).toMatch(/<xhtml:link rel="alternate" hreflang="en-IN" href="[^"]*[^i]\/courses"\/>/)
  })
})

test.each([
  ['hi-IN', 'यह कोर्स नहीं है।'],
  ['hi;q=0.5, en', 'This course does not exist.'],
  ['ta, hi;q=0.3', 'यह कोर्स नहीं है।'],
  ['hi;q=0', 'This course does not exist.'],
  ['', 'This course does not exist.'],
])('a refusal to who asks for “%s” says “%s”, with the same code', async (accepted, detail) => {
  const headers = { 'accept-language': accepted }
  const answer = await server.fetch('/api/courses/nothing', { headers })

  expect(await answer.json()).toMatchObject({ code: 'course_not_found', detail })
})

describe('the picture beside a shared page', () => {
  test('is drawn in the language of the page, and kept for each', async () => {
    const course = await makeCourse(server.db, { title: 'रील' })
    const pictureOf = async (page: string) => {
      const [, url = ''] = /property="og:image" content="([^"]*)"/.exec(await read(page)) ?? []
      const answer = await server.fetch(url.replace('https://academy.test', ''))
      expect(answer.headers.get('content-type')).toBe('image/png')
      return { url, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const [hindi, english] = [
      await pictureOf(`/hi/course/${course.id}`),
      await pictureOf(`/course/${course.id}`),
    ]

    expect(hindi.url).toContain('/hi/share/course/')
    expect(english.url).not.toContain('/hi/')
    expect(hindi.bytes.equals(english.bytes)).toBe(false)
    expect((await pictureOf(`/hi/course/${course.id}`)).bytes.equals(hindi.bytes)).toBe(true)
    expect((await server.fetch('/ta/share/academy.png')).status).toBe(404)
  })
})

describe('a receipt', () => {
  test('stays in the language that its buyer read when it was issued', async () => {
    const learner = await makeLearner(server.db)
    const as = server.as(learner)
    const titleOf = async (orderId: string) => {
      const { pdf_data } = await as(getReceipt, { params: { payment_id: orderId } })
      return readPdf(Buffer.from(pdf_data, 'base64')).title
    }
    await as(updateProfile, { body: { language: 'hi' } })
    await buy(server, learner, await makeCourse(server.db))
    await as(updateProfile, { body: { language: 'en' } })
    await buy(server, learner, await makeCourse(server.db))
    await as(updateProfile, { body: { language: 'hi' } })

    const [english, hindi] = await as(listMyPayments, {})
    expect(await titleOf(english!.id)).toMatch(/^Payment receipt /)
    expect(await titleOf(hindi!.id)).toMatch(/^पेमेंट की रसीद /)
  })
})

describe('a mail', () => {
  const mailsTo = async (address: string) =>
    server.db.select().from(mails).where(eq(mails.recipient, address)).orderBy(mails.queuedAt)

  test('goes in the language that its reader has chosen, whoever sets it off', async () => {
    const learner = await makeLearner(server.db)
    await server.as(learner)(updateProfile, { body: { language: 'hi' } })
    const course = await makeCourse(server.db)
    await buy(server, learner, course)
    await server.as(learner)(updateProfile, { body: { language: 'en' } })
    await server.visitor(forgotPassword, { body: { email: learner.email } })

    const [receipt, reset] = await mailsTo(learner.email)
    expect(receipt?.subject).toBe(`${course.title} की रसीद`)
    expect(receipt?.html).toContain(`नमस्ते ${learner.name},`)
    expect(receipt?.html).toContain('/hi/course/')
    expect(reset?.subject).toBe('Choose a new password')
  })

  test('to somebody without an account follows the page that asked for it, and so does the account', async () => {
    const email = 'naya@example.test'
    const password = 'lesson-4-reels'
    const post = async (path: string, body: unknown, cookie = '') =>
      server.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'hi-IN', cookie },
        body: JSON.stringify(body),
      })
    const typed = { name: 'नया नाम', email, password, confirm_password: password }
    const asked = await post('/api/auth/signup', typed)
    const [mail] = await mailsTo(email)
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0]
    const cookie = asked.headers.getSetCookie().map((line) => line.split(';')[0])
    await post('/api/auth/verify', { email, verification_code: code }, cookie.join('; '))

    expect(mail?.subject).toMatch(/ का कोड$/)
    const [made] = await server.db.select().from(users).where(eq(users.email, email))
    expect(made).toMatchObject({ name: 'नया नाम', language: 'hi' })
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProblemError } from '../src/http/problem.ts'
import { problems } from '../src/http/problems.ts'
import { runInLanguage } from '../src/platform/languages/run-in-language.ts'
import type { ReadingLanguage } from '../src/shared/i18n/language.ts'
import { makeBundle, makeCourse } from './support/factories.ts'
import { openPseudoLanguage } from './support/pseudo-language.ts'
import { requireBuild } from './support/require-build.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

/** Names that are the same in every language, and what the tests call their own. */
const names =
  /UPI|EMI|GST\w*|PDF|PIN|Google|Razorpay|YouTube|Vimeo|WhatsApp|LinkedIn|English|Module|Video|All|Film/g

let server: TestServer
let pseudo: ReadingLanguage
let courseId: string
let bundleId: string

beforeAll(async () => {
  requireBuild()
  pseudo = await openPseudoLanguage()
  server = await startTestServer({
    pages: true,
    languages: [pseudo],
    env: {
      SANDBOX: 'public',
      PUBLIC_URL: 'https://academy.test',
      BRAND_NAME: 'कला',
      SUPPORT_EMAIL: 'a@b.test',
      SUPPORT_HOURS: '१० से ६',
      POSTAL_ADDRESS: 'बेंगलुरु',
    },
  })
  const plan = { title: 'रील', description: 'एक दिन में', duration: '2:00' }
  courseId = (await makeCourse(server.db, plan)).id
  bundleId = await makeBundle(server.db, [courseId, (await makeCourse(server.db, plan)).id])
})
afterAll(() => server.close())

/** What a page says, also to those who do not see it; without addresses of mail. */
function readWords(html: string): string[] {
  const attributes = [...html.matchAll(/\s(?:aria-label|alt|title|placeholder|content)="([^"]*)"/g)]
    .map(([, value = '']) => value)
    .filter(
      (value) =>
        !/^(#|https?:|width=|website|image\/|summary|text\/|ur_|light|dark|noindex)/.test(value),
    )
  const text = html
    .replaceAll(/<(script|style|svg)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
  return (
    [text, ...attributes]
      .join(' ')
      .replaceAll(/&\w+;|&#\w+;|\S+@\S+|https?:\S+/g, ' ')
      .replaceAll(names, ' ')
      .match(/[A-Za-z]{3,}/g) ?? []
  )
}

test.each([
  '',
  '/courses',
  '/courses?search=nothing-like-it',
  '/course/:course',
  '/course/no-such-course',
  '/bundles',
  '/bundles/:bundle',
  '/about',
  '/results',
  '/contact',
  '/refund-policy',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify/KA-0000',
  '/my-courses',
  '/certificate/:course',
  '/payment-success',
  '/no-such-page',
])('%s says nothing in English to who reads another language', async (path) => {
  const address = `/ur${path.replace(':course', courseId).replace(':bundle', bundleId)}`
  const html = await (await server.fetch(address)).text()

  expect(html).toMatch(/<html lang="ur-IN" dir="rtl"/)
  expect(readWords(html).filter((word) => !address.includes(word.toLowerCase()))).toEqual([])
})

test('every refusal says its sentence in the language of who reads', () => {
  const details = runInLanguage(pseudo, () =>
    Object.keys(problems).map(
      (code) => new ProblemError(code as keyof typeof problems).toDocument().detail,
    ),
  )

  expect(details.filter((detail) => !detail.endsWith(' ¡¡'))).toEqual([])
})

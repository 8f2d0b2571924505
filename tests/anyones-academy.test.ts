import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getCertificate } from '../src/domains/certificates/contract.ts'
import { getReceipt, listMyPayments } from '../src/domains/checkout/contract.ts'
import { mails } from '../src/integrations/mail/tables.ts'
import { buy } from './support/buy.ts'
import { completeCourse, makeCourse, makeLearner } from './support/factories.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

/** The name, the place and the subject of the academy of the specification. */
const ofAnother =
  /kalakriti|bengaluru|indiranagar|creators|\bAI\b|mak\w+ films|film-making|idea to script|\bKA\//i
const subject = 'the tabla, from the first stroke to a solo'
const pages = [
  '/',
  '/about',
  '/results',
  '/contact',
  '/courses',
  '/bundles',
  '/refund-policy',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
  '/payment-success',
  '/my-courses',
  '/verify/none',
  '/nowhere',
  '/offline',
  '/site.webmanifest',
  '/sitemap.xml',
  '/robots.txt',
  '/api/settings',
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    pages: true,
    razorpay: true,
    env: {
      SANDBOX: 'public',
      PUBLIC_URL: 'https://tabla.test',
      BRAND_NAME: 'Tala Vidyalaya',
      SUBJECT: subject,
      SUPPORT_EMAIL: 'help@tabla.test',
      SUPPORT_PHONE: '+91 20 0000 0000',
      POSTAL_ADDRESS: 'Pune 411001, India',
      RECEIPT_PREFIX: 'TV',
    },
  })
})
afterAll(() => server.close())

test.each(pages)('%s of another academy has no word of ours', async (path) => {
  const said = await (await server.fetch(path)).text()

  expect(ofAnother.exec(withoutScripts(said))?.[0]).toBeUndefined()
})

test('what it teaches stands in its titles, on its start page and in its manifest', async () => {
  const home = await (await server.fetch('/')).text()

  expect(home).toContain(`<title>Learn ${subject} · Tala Vidyalaya</title>`)
  expect(home).toMatch(new RegExp(`<h1[^>]*>Learn ${subject}\\.</h1>`))
  expect(await (await server.fetch('/about')).text()).toContain(subject)
  expect(await (await server.fetch('/site.webmanifest')).text()).toContain(subject)
})

test('nor have its mails, its papers and the pictures beside its links', async () => {
  const { pdfRenderer } = server.checkout
  const printed: string[] = []
  const findRenderer = pdfRenderer.asOf.bind(pdfRenderer)
  const noting = vi.spyOn(pdfRenderer, 'asOf').mockImplementation(async (at) => {
    const renderer = await findRenderer(at)
    return {
      ...renderer,
      render: (template, inputs, options) => {
        printed.push(JSON.stringify(inputs))
        return renderer.render(template, inputs, options)
      },
      renderPicture: (template, inputs) => {
        printed.push(JSON.stringify(inputs))
        return renderer.renderPicture(template, inputs)
      },
    }
  })
  const course = await makeCourse(server.db, { title: 'First strokes' })
  const learner = await makeLearner(server.db)
  const as = server.as(learner)
  await buy(server, learner, course)
  await completeCourse(server.db, learner, course)
  const [payment] = await as(listMyPayments, {})
  const receipt = await as(getReceipt, { params: { payment_id: payment?.id ?? '' } })
  await as(getCertificate, { params: { course_id: course.id } })
  await server.fetch('/share/academy.png')
  noting.mockRestore()

  expect(printed.join()).toContain(subject)
  expect(printed.length).toBeGreaterThan(2)
  const mailed = (await server.db.select().from(mails)).map(({ subject: about, text, html }) =>
    [about, text, html].join(),
  )
  expect(mailed.length).toBeGreaterThan(0)
  for (const said of [...printed, ...mailed, receipt.receipt_number, receipt.download_filename]) {
    expect(ofAnother.exec(said)?.[0]).toBeUndefined()
  }
})

/** Scripts of the build say what they say of either; what a page hands to them is read. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<style.*?<\/style>|"\/assets\/[^"]*"/gs, '')
}

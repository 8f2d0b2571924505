import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderCertificatePdf } from '../src/domains/certificates/server/render-certificate-pdf.ts'
import {
  type PrintedReceipt,
  renderReceiptPdf,
} from '../src/domains/checkout/server/receipts/render-receipt-pdf.ts'
import { mailsAbout } from '../src/domains/privacy/server/register/mails-and-log.ts'
import { drawSharePicture } from '../src/domains/seo/server/draw-share-picture.ts'
import { ProblemError } from '../src/http/problem.ts'
import { problems } from '../src/http/problems.ts'
import { renderMail } from '../src/integrations/mail/render-mail.ts'
import { runInLanguage } from '../src/platform/languages/run-in-language.ts'
import { createPdfRenderer, type PdfRenderer } from '../src/platform/pdf/render-pdf.ts'
import type { ReadingLanguage } from '../src/shared/i18n/language.ts'
import { makeBundle, makeCourse } from './support/factories.ts'
import { mailTemplates } from './support/mail-templates.ts'
import { openPseudoLanguage } from './support/pseudo-language.ts'
import { listPublicPages } from './support/public-pages.ts'
import { readPdf } from './support/read-pdf.ts'
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
  ...listPublicPages({ course: ':course', bundle: ':bundle' }),
  '/courses?search=nothing-like-it',
  '/course/no-such-course',
  '/my-courses',
  '/certificate/:course',
  '/payment-success',
  // What the server writes of the office, before its scripts know who is there.
  '/admin',
  '/admin/money',
  '/admin/join',
  '/admin/confirm-email',
  '/admin/see-as',
  '/admin/courses/:course',
  '/admin/courses/:course/preview',
  '/admin/courses/:course/history',
])('%s says nothing in English to who reads another language', async (path) => {
  const address = `/ur${path.replace(/^\/$/, '').replace(':course', courseId).replace(':bundle', bundleId)}`
  const html = await (await server.fetch(address)).text()

  expect(html).toMatch(/<html lang="ur-IN" dir="rtl"/)
  expect(readWords(html).filter((word) => !address.includes(word.toLowerCase()))).toEqual([])
})

/** What somebody or the academy has said, without a letter that is English. */
const said = {
  name: 'मीरा',
  title: 'रील',
  url: '२/३',
  mail: 'मीरा@',
  at: new Date(1_800_000_000_000),
}

/** Keeps what stands on a picture. */
function watchPictures(renderer: PdfRenderer) {
  const words: string[] = []
  const renderPicture: PdfRenderer['renderPicture'] = (template, { mark, mandala, ...inputs }) => {
    words.push(...Object.values(inputs))
    return renderer.renderPicture(template, { ...inputs, mark: mark!, mandala: mandala! })
  }
  return { words, renderer: { ...renderer, renderPicture } }
}

const papers: Record<string, (renderer: PdfRenderer) => Buffer> = {
  certificate: (renderer) =>
    renderCertificatePdf(renderer, {
      learnerName: said.name,
      courseTitle: said.title,
      completedAt: said.at,
      certificateId: '१२',
      verifyUrl: said.url,
      brandName: said.name,
      issuedAt: said.at,
    }),
  receipt: (renderer) => renderReceiptPdf(renderer, receipt),
  'receipt of a bundle, by card, with a coupon': (renderer) =>
    renderReceiptPdf(renderer, {
      ...receipt,
      bundledTitles: [said.title, said.title],
      discountInPaise: 100,
      couponCode: '१५',
      method: 'card',
    }),
  'receipt of what went back': (renderer) =>
    renderReceiptPdf(renderer, {
      ...receipt,
      discountInPaise: 100,
      method: 'wallet',
      refundedAt: said.at,
    }),
}
const receipt: PrintedReceipt = {
  receiptNumber: '१',
  issuedAt: said.at,
  learnerName: said.name,
  learnerEmail: said.mail,
  courseTitle: said.title,
  amountInPaise: 499_900,
  razorpayPaymentId: '२',
  razorpayOrderId: '३',
  method: null,
  brandName: said.name,
  brandAddress: said.name,
  supportEmail: said.mail,
}

test.each(Object.entries(papers))('the %s has no English letter', (_, render) => {
  const renderer = createPdfRenderer()
  const { printedCharacters, title } = readPdf(runInLanguage(pseudo, () => render(renderer)))

  expect(printedCharacters.size).toBeGreaterThan(20)
  const texts = [...printedCharacters, title]
  expect(texts.filter((text) => /[a-z]/i.test(text))).toEqual([])
})

test.each([null, said.title])(
  'the picture beside a shared link (%s) has no English letter',
  async (title) => {
    const { words, renderer } = watchPictures(createPdfRenderer())
    const priceInPaise = title === null ? null : 499_900
    await runInLanguage(pseudo, () =>
      drawSharePicture(renderer, { title, priceInPaise, brandName: said.name, subject: null }),
    )

    expect(words.filter((text) => /[a-z]/i.test(text))).toEqual(['ur'])
  },
)

test.each(Object.entries(mailTemplates))(
  '%s says nothing in English to who reads another language',
  (_, write) => {
    const sender = {
      brand: { name: said.name, supportEmail: 'a@b.test' },
      publicUrl: () => 'https://academy.test',
    }
    const [template, { text, html }] = runInLanguage(pseudo, () => {
      const made = { ...write(), unsubscribeUrl: 'https://academy.test/no' }
      return [made, renderMail(made, sender)]
    })

    expect(html).toContain('<html lang="ur-IN" dir="rtl">')
    expect(readWords(`${template.subject} ${text} ${html}`)).toEqual([])
  },
)

test('no mail is missing here, nor in the register of personal data', async () => {
  const files = globSync('src/**/mail-templates.ts', { cwd: join(import.meta.dirname, '..') })
  const modules = await Promise.all(
    files.map(async (file): Promise<object> => import(join(import.meta.dirname, '..', file))),
  )
  const names = modules
    .flatMap((module) => Object.keys(module))
    .filter((name) => name.endsWith('Mail'))

  // To the academy itself, which reads English.
  expect(names.filter((name) => !(name in mailTemplates))).toEqual(['refundNoticeMail'])
  expect(Object.keys(mailsAbout).toSorted()).toEqual(names.toSorted())
})

test('every refusal says its sentence in the language of who reads', () => {
  const details = runInLanguage(pseudo, () =>
    Object.keys(problems).map(
      (code) => new ProblemError(code as keyof typeof problems).toDocument().detail,
    ),
  )

  expect(details.filter((detail) => !detail.endsWith(' ¡¡'))).toEqual([])
})

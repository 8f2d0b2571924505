import fc from 'fast-check'
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { CoursePrice, CourseTerms } from '../src/domains/checkout/web/course-terms.tsx'
import type { SoldCourse } from '../src/domains/checkout/web/price-panel.tsx'
import { defaultPage } from '../src/domains/content/default-pages.ts'
import { servePage } from '../src/domains/content/server/serve-page.ts'
import { PageBlocks } from '../src/domains/content/web/blocks/page-blocks.tsx'
import type { PublicSite } from '../src/http/page-context.ts'
import { readSettings } from '../src/platform/settings.ts'
import { runs } from './support/runs.ts'

const live = {
  RAZORPAY_KEY_ID: 'rzp_live_a',
  RAZORPAY_KEY_SECRET: 'secret',
  SMTP_URL: 'smtp://mail.example',
}

/** How each variable is set, and where its figure shows. */
const claims = [
  { name: 'OFFER_PRICE_IN_RUPEES', value: '7301', shown: /₹7,301/ },
  { name: 'OFFER_USUAL_PRICE_FACTOR', value: '7', shown: /₹7,007.*Save ₹6,006/ },
  { name: 'OFFER_SEATS_A_MONTH', value: '811', shown: /811 seats a month/ },
  { name: 'OFFER_SEATS_LEFT', value: '613', shown: /613( seats)? left/ },
  { name: 'OFFER_PEOPLE_WATCHING', value: '947', shown: /947 people are thinking about one/ },
  { name: 'FIGURE_STUDENTS', value: '3,141+', shown: /3,141\+.*3,141\+/ },
  { name: 'FIGURE_SUCCESS_RATE', value: '59%', shown: /59%.*59%/ },
  { name: 'FIGURE_RATING', value: '2.6/5', shown: /2\.6\/5.*2\.6\/5/ },
]

/** Start page, results, and a course of ₹1,001 without an outline, as words. */
function readPages(env: Record<string, string>): string {
  const { figures, sandbox, brand } = readSettings(env)
  const site: PublicSite = {
    figures,
    sandbox,
    brand,
    languages: [],
    publicSandbox: false,
    outbox: false,
    publicUrl: 'https://academy.example',
    checkoutScript: '',
    google: null,
  }
  const course: SoldCourse = {
    id: 'c',
    title: 'Reels',
    description: '',
    thumbnail: null,
    price: 1001,
    modules: [],
  }
  const quote = null
  const Pages = () =>
    createElement(
      Fragment,
      null,
      ...(['home', 'results'] as const).map((address) => {
        const content = defaultPage(address, { subject: null, days: figures.guaranteeInDays })
        const page = servePage(content, { brand, figures, computed: null })
        const parts = { offered: [], bundles: [], officer: null }
        return createElement(PageBlocks, { key: address, page, site, parts })
      }),
      createElement(CoursePrice, { course, quote }),
      createElement(CourseTerms, { course, quote, onQuote: () => undefined }),
    )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Pages }])
  const hydrationData = { loaderData: { root: { site } } }
  return renderToStaticMarkup(createElement(Stub, { hydrationData }))
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
}

test('with live keys pages say a figure if, and only if, the operator has set it', () => {
  fc.assert(
    fc.property(fc.subarray(claims), fc.subarray(claims), (set, denied) => {
      const env: Record<string, string> = { ...live }
      for (const { name } of denied) env[name] = 'none'
      for (const { name, value } of set) env[name] = value

      const said = readPages(env)

      for (const claim of claims) {
        expect([claim.name, claim.shown.test(said)]).toEqual([claim.name, set.includes(claim)])
      }
      expect(said).not.toMatch(/null|undefined|NaN|19,999|50,000|97%|4\.9|6 modules|instead of ₹0/)
    }),
    { numRuns: runs(60) },
  )
})

test('the sandbox says those of the specification, but for what was set to none', () => {
  const said = readPages({ OFFER_SEATS_LEFT: 'none' })

  expect(said).toMatch(/₹4,999.*₹19,999/)
  expect(said).toMatch(/100 seats a month. 127 people are thinking/)
  expect(said).toMatch(/50,000\+.*97%.*4\.9\/5/)
  expect(said).toMatch(/₹4,004.*Save ₹3,003.*6 modules/)
  expect(said).not.toMatch(/left(?! my account)/)
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PublicSite } from '../../page-context.ts'
import { createResponseCache } from '../response-cache.ts'
import { packAssets } from './pack-assets.ts'
import { servePages } from './pages.ts'

/** Stands in for the bundler's output: counts its renderings, and knows four addresses. */
const build = `
let rendered = 0
const locate = (url) => {
  if (url.startsWith('/search')) return { url, isKnown: true, isSearch: true }
  if (url === '/hi/courses') return { url, isKnown: true, language: 'hi' }
  if (url.startsWith('/courses')) return { url: '/courses', isKnown: true }
  if (!url.startsWith('/course/')) return { url: '/404', isKnown: false }
  return { url, isKnown: true, named: { missing: { url: '/404', isKnown: false } } }
}
const createPageHandler = () => ({
  locate,
  settle: async (address) => (address.named && address.url !== '/course/real' ? address.named.missing : address),
  answer: async (url, site) => {
    rendered += 1
    const html = '<html><head><link rel="modulepreload" href="/assets/a.js"/></head><body><main>' + 'words '.repeat(99) + rendered + '</main><script>steal()</script><script nonce="' + site.inlineMark + '" type="module" async="">go()</script></body></html>'
    return new Response(html, { status: url === '/404' ? 404 : 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
})
export const entry = { module: { createPageHandler } }
`

const settings = {
  brand: { name: 'An Academy & Co' },
  publicUrl: 'https://academy.test',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
  google: null,
} as PublicSite

const hindi = {
  code: 'hi',
  tag: 'hi-IN',
  name: 'हिन्दी',
  direction: 'ltr',
  messages: new Map([
    ['Tap to reload', 'फिर से खोलें'],
    ['One moment, this page is still loading. Your tap counts.', 'एक पल, पेज खुल रहा है।'],
    [
      'This form needs JavaScript, and nothing was sent. Please allow JavaScript for this site and load the page again.',
      'कुछ नहीं भेजा गया।',
    ],
  ]),
} as const

let app: FastifyInstance
let buildDir: string
let change: (tag: string | null) => void

beforeAll(async () => {
  buildDir = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(buildDir, 'client/assets'), { recursive: true })
  await mkdir(join(buildDir, 'client/.vite'))
  await mkdir(join(buildDir, 'server'))
  await writeFile(join(buildDir, 'client/assets/a.js'), 'export const a = 1\n'.repeat(50))
  await writeFile(join(buildDir, 'client/.vite/manifest.json'), '{}')
  await writeFile(join(buildDir, 'server/package.json'), '{"type":"module"}')
  await writeFile(join(buildDir, 'server/index.js'), build)
  await writeFile(join(buildDir, 'languages.json'), '{}')
  await packAssets(join(buildDir, 'client'))
  app = fastify()
  const ask = async (): Promise<never> => Promise.reject(new Error('nothing is asked here'))
  const cache = createResponseCache({
    on: (listener) => (change = listener),
    isHearing: () => true,
  })
  const site = { settings, ask }
  await servePages(app, {
    buildDir,
    site,
    languages: [hindi],
    cache,
    dress: async (html) => html,
    networkOf: (ip) => ip,
  })
})

afterAll(async () => {
  await app.close()
  await rm(buildDir, { recursive: true })
})

describe('a page', () => {
  it('is rendered once until the data changes, whatever strangers add to its address', async () => {
    const first = await app.inject('/courses')
    const second = await app.inject('/courses?from=a-stranger')
    change(null)
    const third = await app.inject('/courses')

    expect(second.body).toBe(first.body)
    expect(third.body).not.toBe(first.body)
  })

  it('of a search is rendered for each who asks', async () => {
    const first = await app.inject('/search?for=film')
    const second = await app.inject('/search?for=film')

    expect(second.body).not.toBe(first.body)
  })

  it('is sent packed to browsers that can unpack it, and not at all to those that have it', async () => {
    const packed = await app.inject({ url: '/courses', headers: { 'accept-encoding': 'gzip, br' } })
    const again = await app.inject({
      url: '/courses',
      headers: { 'if-none-match': String(packed.headers.etag) },
    })

    expect(packed.headers['content-encoding']).toBe('br')
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('runs only its own scripts, and those of the payment provider', async () => {
    const page = await app.inject('/courses')

    const policy = String(page.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' ('sha256-[^']+' ){3}https:\/\/\*\.razorpay\.com;/)
    expect(policy).toContain("object-src 'none'")
    expect(page.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })

  it('answers a form that a browser without scripts posts to it, and reads nothing of it', async () => {
    const post = { method: 'POST', payload: 'password=a+secret' } as const
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const page = await app.inject({ ...post, headers, url: '/courses' })
    const elsewhere = await app.inject({ ...post, headers, url: '/no-such-page' })

    expect(page.statusCode).toBe(405)
    expect(page.headers).toMatchObject({
      allow: 'GET, HEAD',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(page.body).toContain('words words')
    expect(page.body).toContain('This form needs JavaScript, and nothing was sent.')
    expect(elsewhere.statusCode).toBe(404)
    expect(elsewhere.json()).toMatchObject({ code: 'not_found' })
  })

  it('lets its words arrive before its scripts', async () => {
    const page = await app.inject('/courses')

    expect(page.body).not.toMatch(/<link rel="modulepreload"|<script type="module"/)
    expect(page.body.indexOf('words')).toBeLessThan(page.body.indexOf('/assets/a.js'))
  })

  it('says in its own language what it says before its scripts are there', async () => {
    const page = await app.inject('/hi/courses')
    const english = await app.inject({ url: '/courses', headers: { 'accept-language': 'hi' } })
    const refused = await app.inject({
      method: 'POST',
      url: '/hi/courses',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    })

    expect(page.body).toContain('"reload":"फिर से खोलें"')
    expect(page.body).toContain('{"prefix":"/hi","wait":"एक पल, पेज खुल रहा है।"}')
    expect(english.body).toContain('"reload":"Tap to reload"')
    expect(english.body).not.toContain('फिर')
    expect(refused.body).toContain('कुछ नहीं भेजा गया।')
  })

  it('is the same missing page for every unknown address, with status 404', async () => {
    const one = await app.inject('/nope')
    const other = await app.inject('/nowhere/at/all')

    expect([one.statusCode, other.statusCode]).toEqual([404, 404])
    expect(other.body).toBe(one.body)
  })

  it('is the same for every course that never was, and rendered once', async () => {
    const one = await app.inject('/course/made-up')
    const other = await app.inject('/course/made-up-too')
    const real = await app.inject('/course/real')

    expect([one.statusCode, other.statusCode, real.statusCode]).toEqual([404, 404, 200])
    expect(other.body).toBe(one.body)
    expect(real.body).not.toBe(one.body)
  })

  it('answers HEAD with the headers alone', async () => {
    const page = await app.inject({ method: 'HEAD', url: '/courses' })

    expect([page.statusCode, page.body]).toEqual([200, ''])
    expect(Number(page.headers['content-length'])).toBeGreaterThan(500)
  })

  it('is refused under an address longer than any of ours', async () => {
    const page = await app.inject(`/courses?q=${'x'.repeat(3000)}`)

    expect(page.statusCode).toBe(414)
  })
})

describe('a built file', () => {
  it('is sent packed and stays in caches for ever', async () => {
    const file = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'br' } })

    expect(file.headers['content-encoding']).toBe('br')
    expect(file.headers['cache-control']).toContain('immutable')
    expect(file.headers['content-type']).toContain('javascript')
  })

  it.each([
    '/.vite/manifest.json',
    '/assets/../../server/index.js',
    '/assets/%2e%2e/server/index.js',
  ])('that is none of the public ones cannot be had: %s', async (url) => {
    const file = await app.inject(url)

    expect(file.statusCode).toBe(404)
  })
})

it('the offline page and its worker are asked for anew at each visit', async () => {
  const page = await app.inject('/offline')
  const worker = await app.inject('/sw.js')

  expect(page.body).toContain('<a href="/">An Academy &amp; Co</a>')
  expect(page.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
  expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect([page, worker].map(({ headers }) => headers['cache-control'])).toEqual([
    'no-cache',
    'no-cache',
  ])
})

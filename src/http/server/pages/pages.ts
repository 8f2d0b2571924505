import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { readTranslatedScripts } from '../../../platform/languages/translated-scripts.ts'
import type { ReadingLanguage, TranslatedScripts } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { SendRequest } from '../../api-client.ts'
import type { Site } from '../../page-context.ts'
import type { PageAddress, PageHandler } from '../../page-handler.ts'
import {
  type PreparedResponse,
  preparePacked,
  type SentResponse,
  send,
} from '../prepared-response.ts'
import type { Made, ResponseCache } from '../response-cache.ts'
import { createSearchLimit } from './limit-searches.ts'
import { pack } from './pack.ts'
import { developmentPolicy, policyHeaders, securityHeaders } from './page-headers.ts'
import type { DevelopmentPages } from './pages-dev.ts'
import { postponeScripts, prepareBrowser } from './postpone-scripts.ts'
import { refuseForms } from './refuse-forms.ts'
import { serveOffline } from './serve-offline.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'
import { inlineMark, markAttribute, takeInlines } from './take-inlines.ts'

export interface PagesOptions {
  /** Where `react-router build` wrote `client/` and `server/`. */
  buildDir: string
  site: Site
  languages: Languages
  cache: Pick<ResponseCache, 'find'>
  /** Puts the academy's look into a page as it was rendered. */
  dress: (html: string) => Promise<string>
  /** What a caller's address counts as. */
  networkOf: (ip: string) => string
  /** Hears of each page that goes out from here; kept ones leave by the memory responder. */
  onSent?: (sent: SentResponse) => void
  /** Live reload from the sources instead of a build. */
  dev?: DevelopmentPages | undefined
}

/**
 * Answers every address that no call answers: built files, and pages as a visitor sees them. Pages
 * hold nothing personal, so each is rendered once and kept until something that it shows changes.
 * Resolves to the files, by which the memory responder may answer ahead.
 */
export async function servePages(
  app: FastifyInstance,
  options: PagesOptions,
): Promise<(url: string) => PreparedResponse | undefined> {
  const { dev, cache, languages, dress } = options
  const site = { ...options.site, ask: askInEnglish(options.site.ask), inlineMark }
  const common = securityHeaders()
  if (dev) {
    const load = () => dev.loadPages(Object.fromEntries(languages.map(({ code }) => [code, {}])))
    // The first page after a start takes seconds: they pass while somebody turns to the browser.
    app.addHook('onListen', () => void load().catch(() => undefined)) // a page says what fails
    app.get('/*', async (request, reply) => {
      if (await dev.answerFile(request.raw, reply.raw)) return reply.hijack()
      const pages = await load()
      const policy = { 'content-security-policy': developmentPolicy(site.settings) }
      const headers = { ...common, ...policy }
      const finish = (html: string, reading?: ReadingLanguage) =>
        prepareBrowser(reading ? tellMessages(html, reading) : html)
      const parts = { site, languages, headers, dress, finish }
      return send(reply, (await makePage(pages, parts, pages.locate(request.url), request)).value)
    })
    return () => undefined
  }

  const files = await readStaticFiles(resolve(options.buildDir, 'client'), common)
  const pages = await loadBuild(options.buildDir, languages)
  const searches = createSearchLimit()
  serveOffline(app, { site: site.settings, languages, cache, common, dress })

  app.get('/*', async (request, reply) => {
    const file = findFile(files, request.url)
    if (file) return send(reply, file)
    if (request.url.length > longestUrl) return reply.code(414).send()
    const address = pages.locate(request.url)
    const waitInSeconds = address.isSearch ? await searches.take(options.networkOf(request.ip)) : 0
    if (waitInSeconds > 0) {
      return runInLanguage(readingOf(address), () => refuseSearch(reply, waitInSeconds))
    }
    const page = await findPage(address, request)
    const { url, headers: asked, method } = request
    if (method === 'GET') options.onSent?.({ url, asked, status: page.choose(asked).status })
    return send(reply, page)
  })
  refuseForms(app, async (request) => {
    // Without what may be asked in the address: no search is made for it.
    const address = pages.locate(request.url.replace(/\?.*/s, ''))
    if (!address.isKnown) return null
    return { page: await findPage(address, request), reading: readingOf(address) }
  })
  return (url) => findFile(files, url)

  function readingOf({ language }: PageAddress): ReadingLanguage | undefined {
    return languages.find(({ code }) => code === language)
  }

  /** Ids that strangers make up are found out before anything is rendered or kept for them. */
  async function findPage(asked: PageAddress, request: FastifyRequest): Promise<PreparedResponse> {
    const finish = (html: string) => postponeScripts(prepareBrowser(html))
    const parts = { site, languages, headers: common, dress, finish }
    return cache.find(asked.url, async () => {
      const address = await pages.settle(asked, site)
      const make = async () => makePage(pages, parts, address, request)
      if (asked.isSearch) return searches.inTurn(make)
      if (address.url === asked.url) return make()
      const value = await cache.find(address.url, make)
      return { value, sizeInBytes: value.sizeInBytes, isKept: false }
    })
  }
}

/** Longer than any link of the site; a longer one is not worth a rendering. */
const longestUrl = 2_048

/** What a page is made of is kept for all languages, so it is asked for in none of them. */
function askInEnglish(ask: SendRequest): SendRequest {
  return async (route, input) => runInLanguage(undefined, () => ask(route, input))
}

async function loadBuild(buildDir: string, languages: Languages): Promise<PageHandler> {
  const path = pathToFileURL(resolve(buildDir, 'server/index.js')).href
  const build = (await import(path)) as ServerBuild // written by the bundler, beside its own types
  const scripts = languages.length > 0 ? await readTranslatedScripts(buildDir) : {}
  const offered = languages.map(({ code }) => [code, scripts[code] ?? {}])
  return handlerIn(build, 'production', Object.fromEntries(offered))
}

/** The build brings its own handler along (`src/entry.server.tsx`). */
export function handlerIn(
  build: ServerBuild,
  mode: string,
  languages: TranslatedScripts,
): PageHandler {
  const { createPageHandler } = build.entry.module as unknown as {
    createPageHandler: (...parts: Parameters<typeof handlerIn>) => PageHandler
  }
  return createPageHandler(build, mode, languages)
}

interface PageParts {
  site: Site
  languages: Languages
  headers: Record<string, string>
  dress: PagesOptions['dress']
  /** The last change of its HTML. */
  finish: (html: string, reading?: ReadingLanguage) => string
}

async function makePage(
  pages: PageHandler,
  { site, languages, headers, dress, finish }: PageParts,
  { url, isKnown, isSearch, language }: PageAddress,
  request: FastifyRequest,
): Promise<Made<PreparedResponse>> {
  const reading = languages.find(({ code }) => code === language)
  const answer = await runInLanguage(reading, () =>
    pages.answer(url, site, (error) => {
      request.log.error({ err: error, url }, 'page failed')
    }),
  )
  const type = answer.headers.get('content-type') ?? 'text/plain; charset=utf-8'
  const isHtml = type.startsWith('text/html')
  const words = isHtml ? await dress(await answer.text()) : await answer.text()
  const finished = isHtml ? runInLanguage(reading, () => finish(words, reading)) : words
  const { html: text, scripts } = takeInlines(finished)
  const packed = await pack(Buffer.from(text), isSearch ? 4 : 10)
  const own = {
    ...Object.fromEntries(answer.headers),
    'cache-control': answer.status < 300 ? 'public, no-cache' : 'no-store',
    ...(isHtml && policyHeaders(site.settings, scripts)),
  }
  const value = preparePacked(packed, { ...own, ...headers }, answer.status)
  // Not kept: searches, faults, redirections, and a 404 for what was there a moment ago.
  const isKept = (answer.status === 200 && !isSearch) || (answer.status === 404 && !isKnown)
  return { value, sizeInBytes: value.sizeInBytes, isKept }
}

/** Scripts from the sources look their messages up, as the server does. */
function tellMessages(html: string, { messages, ...language }: ReadingLanguage): string {
  const told = JSON.stringify([...messages]).replaceAll('<', '\\u003c')
  const reading = `{...${JSON.stringify(language)},messages:new Map(${told})}`
  const script = `<script${markAttribute}>const reading=${reading};globalThis.academyLanguage=()=>reading</script>`
  return html.replace('</head>', (end) => script + end)
}

function refuseSearch(reply: FastifyReply, waitInSeconds: number): FastifyReply {
  return reply
    .code(429)
    .headers({ 'retry-after': waitInSeconds, 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(t('Too many searches from your network. Please wait a few seconds and try again.'))
}

function findFile(files: StaticFiles, url: string) {
  const end = url.indexOf('?')
  return files.get(end === -1 ? url : url.slice(0, end))
}

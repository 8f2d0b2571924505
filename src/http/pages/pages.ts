import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import { pack, sizeInBytes } from './pack.ts'
import { createPageCache } from './page-cache.ts'
import type { Site } from './page-context.ts'
import type { PageAddress, PageHandler } from './page-handler.ts'
import { contentSecurityPolicy, developmentPolicy, securityHeaders } from './page-headers.ts'
import type { DevelopmentPages } from './pages-dev.ts'
import { postponeScripts } from './postpone-scripts.ts'
import type { ReadyAnswers } from './ready-answers.ts'
import { layOut, type ReadyAnswer, sendReady } from './send-packed.ts'
import { readStaticFiles, type StaticFiles } from './static-files.ts'

export interface PagesOptions {
  /** Where `react-router build` wrote `client/` and `server/`. */
  buildDir: string
  site: Site
  /** Changes with any public data: every kept page is made anew after it. */
  dataVersion: () => string
  /** Hears of files and kept pages, to send them without further ado. */
  ready?: Pick<ReadyAnswers, 'add'>
  /** Live reload from the sources instead of a build. */
  dev?: DevelopmentPages | undefined
}

interface Page {
  /** Not kept: faults, redirections, and a 404 for what was there a moment ago. */
  isKept: boolean
  sizeInBytes: number
  ready: ReadyAnswer
}

/**
 * Answers every address that no call answers: built files, and pages as a visitor sees them.
 * Pages hold nothing personal, so each is rendered once and kept until the data version changes.
 */
export async function servePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { site, dev } = options
  const common = securityHeaders(site.settings)
  if (dev) {
    app.get('/*', async (request, reply) => {
      if (await dev.answerFile(request.raw, reply.raw)) return reply.hijack()
      const pages = await dev.loadPages()
      const policy = { 'content-security-policy': developmentPolicy(site.settings) }
      const headers = { ...common, ...policy }
      const parts = { site, headers, finish: (html: string) => html }
      const page = await makePage(pages, parts, pages.locate(request.url), request)
      return sendReady(request, reply, page.ready)
    })
    return
  }

  const files = await readStaticFiles(resolve(options.buildDir, 'client'), common)
  const pages = await loadBuild(options.buildDir)
  const locate = rememberAddresses(pages.locate)
  const cache = createPageCache<Page>(
    {
      limitInBytes: 64 * 1024 * 1024,
      limitInPages: 5_000,
      sizeInBytes: (page) => page.sizeInBytes,
    },
    (page) => page.isKept,
  )

  options.ready?.add(
    ({ url }) =>
      findFile(files, url) ??
      cache.findKept(locate.known(url)?.url ?? '', options.dataVersion())?.ready,
  )

  app.get('/*', async (request, reply) => {
    const file = findFile(files, request.url)
    if (file) return sendReady(request, reply, file)
    if (request.url.length > longestUrl) return reply.code(414).send()
    const page = await findPage(locate(request.url), request)
    return sendReady(request, reply, page.ready)
  })

  /** Ids that strangers make up are found out before anything is rendered or kept for them. */
  async function findPage(asked: PageAddress, request: FastifyRequest): Promise<Page> {
    const kept = cache.findKept(asked.url, options.dataVersion())
    if (kept) return kept
    const address = await pages.settle(asked, site)
    const parts = { site, headers: common, finish: postponeScripts }
    const make = async () => makePage(pages, parts, address, request)
    return cache.find(address.url, options.dataVersion(), make)
  }
}

const rememberedAddresses = 2_000

/** The same addresses are asked for again and again: holding one against every route costs more than sending its page. */
function rememberAddresses(
  locate: PageHandler['locate'],
): PageHandler['locate'] & { known: (url: string) => PageAddress | undefined } {
  const known = new Map<string, PageAddress>()
  const find = (url: string): PageAddress => {
    const found = known.get(url)
    if (found) return found
    if (known.size >= rememberedAddresses) known.clear() // filled up by addresses that nobody has
    const address = locate(url)
    known.set(url, address)
    return address
  }
  return Object.assign(find, { known: (url: string) => known.get(url) })
}

/** Longer than any link of the site; a longer one is not worth a rendering. */
const longestUrl = 2_048

async function loadBuild(buildDir: string): Promise<PageHandler> {
  const path = pathToFileURL(resolve(buildDir, 'server/index.js')).href
  const build = (await import(path)) as ServerBuild // written by the bundler, beside its own types
  return handlerIn(build, 'production')
}

/** The build brings its own handler along (`src/entry.server.tsx`). */
export function handlerIn(build: ServerBuild, mode: string): PageHandler {
  const { createPageHandler } = build.entry.module as unknown as {
    createPageHandler: (build: ServerBuild, mode: string) => PageHandler
  }
  return createPageHandler(build, mode)
}

interface PageParts {
  site: Site
  headers: Record<string, string>
  /** The last change of its HTML. */
  finish: (html: string) => string
}

async function makePage(
  pages: PageHandler,
  { site, headers, finish }: PageParts,
  { url, isKnown }: PageAddress,
  request: FastifyRequest,
): Promise<Page> {
  const answer = await pages.answer(url, site, (error) => {
    request.log.error({ err: error, url }, 'page failed')
  })
  const type = answer.headers.get('content-type') ?? 'text/plain; charset=utf-8'
  const isHtml = type.startsWith('text/html')
  const text = isHtml ? finish(await answer.text()) : await answer.text()
  const packed = await pack(Buffer.from(text), 9)
  const own = {
    ...Object.fromEntries(answer.headers),
    'cache-control': answer.status < 300 ? 'public, no-cache' : 'no-store',
    ...(isHtml && {
      'content-security-policy': contentSecurityPolicy(site.settings, text),
    }),
  }
  return {
    isKept: answer.status === 200 || (answer.status === 404 && !isKnown),
    sizeInBytes: sizeInBytes(packed),
    ready: layOut(packed, { ...own, ...headers }, answer.status),
  }
}

function findFile(files: StaticFiles, url: string) {
  const end = url.indexOf('?')
  return files.get(end === -1 ? url : url.slice(0, end))
}

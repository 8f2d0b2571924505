import {
  createRequestHandler,
  data,
  generatePath,
  type LoaderFunctionArgs,
  matchRoutes,
  type Params,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { TranslatedScripts } from '../shared/i18n/language.ts'
import { t } from '../shared/i18n/translate.ts'
import type { SendRequest } from './api-client.ts'
import {
  isDataContext,
  type PageHandle,
  type Site,
  serverHtmlContext,
  siteContext,
} from './page-context.ts'

/** One page as the server knows it: the same for every spelling of its address. */
export interface PageAddress {
  /** The code of its language; English has none. */
  language?: string
  /** Path and known query values in one fixed spelling. */
  url: string
  /** False for addresses that no screen answers: they all show the same page. */
  isKnown: boolean
  /** It shows what somebody searches, which is endless: such pages are not kept. */
  isSearch?: boolean
  /** For a screen that loads what an id in the address names. */
  named?: { routeId: string; params: Params; missing: PageAddress }
}

export interface PageHandler {
  locate: (pathAndQuery: string) => PageAddress
  /** Where the id of an address names nothing, the address of the screen's one missing page. */
  settle: (address: PageAddress, site: Site) => Promise<PageAddress>
  answer: (url: string, site: Site, report: (error: unknown) => void) => Promise<Response>
}

/** Set while a page is rendered, so that what fails inside reaches the server's log. */
export const reports = new WeakMap<Request, (error: unknown) => void>()

/**
 * Binds a server build to plain requests for pages. Lives inside the build, so that routes and
 * server share one copy of the router and of the context keys.
 */
export function createPageHandler(
  build: ServerBuild,
  mode: string,
  languages: TranslatedScripts = {},
): PageHandler {
  const english = createRequestHandler(build, mode)
  const handlers = new Map(
    Object.entries(languages).map(([code, scripts]) => {
      const assets = nameScripts(build.assets, scripts)
      return [code, createRequestHandler({ ...build, assets, basename: `/${code}` }, mode)]
    }),
  )
  const routes = nestRoutes(build)
  return {
    locate: (pathAndQuery) => {
      const [language, inEnglish] = splitLanguage(pathAndQuery, handlers)
      const address = locate(build, routes, inEnglish)
      return language === undefined ? address : addressIn(language, address)
    },
    settle: async (address, site) => {
      const { named } = address
      return named && (await isMissing(build, address, site)) ? named.missing : address
    },
    answer: async (url, site, report) => {
      const { request, context } = describeRequest(url, site)
      reports.set(request, report)
      const [language = ''] = splitLanguage(url, handlers)
      return (handlers.get(language) ?? english)(request, context)
    },
  }
}

/** `/hi/courses?page=2` is `/courses?page=2` in Hindi. */
function splitLanguage(
  pathAndQuery: string,
  languages: ReadonlyMap<string, unknown>,
): [language: string | undefined, inEnglish: string] {
  const [, code = '', rest = ''] = /^\/([a-z]{2,3})(?=[/?.]|$)(.*)$/s.exec(pathAndQuery) ?? []
  if (!languages.has(code)) return [undefined, pathAndQuery]
  // The router asks for the data of `/hi` at `/hi.data`.
  return [code, rest.startsWith('.') ? `/_${rest}` : rest.replace(/^(?!\/)/, '/')]
}

function addressIn(language: string, { url, named, ...address }: PageAddress): PageAddress {
  return {
    ...address,
    language,
    url: `/${language}${url.replace(/^\/(?=$|\?)/, '')}`,
    ...(named && { named: { ...named, missing: addressIn(language, named.missing) } }),
  }
}

function nameScripts(
  assets: ServerBuild['assets'],
  scripts: Readonly<Record<string, string>>,
): ServerBuild['assets'] {
  const renamed = JSON.stringify(assets).replaceAll(
    /(?<="\/assets\/)[^"]+/g,
    (name) => scripts[name] ?? name,
  )
  return JSON.parse(renamed) as ServerBuild['assets']
}

/** Of two parts: an address of one may be an owner's page. */
const unknownUrl = '/404/404'
const dataSuffix = '.data'
/** In the place of an id: no id is this. */
const noId = '-'

function describeRequest(url: string, site: Site) {
  const request = new Request(new URL(url, site.settings.publicUrl))
  const context = new RouterContextProvider()
  context.set(siteContext, { ...site, ask: refuseAsAnswer(site.ask) })
  context.set(serverHtmlContext, new Map())
  context.set(isDataContext, new URL(request.url).pathname.endsWith(dataSuffix))
  return { request, context }
}

/**
 * Asks the screen's own loader, which costs a twentieth of a rendering. What fails otherwise is left
 * to the rendering to say.
 */
async function isMissing(build: ServerBuild, address: PageAddress, site: Site): Promise<boolean> {
  const { routeId = '', params = {} } = address.named ?? {}
  const loader = build.routes[routeId]?.module.loader
  if (!loader) return false
  const { request, context } = describeRequest(address.url, site)
  const args: LoaderFunctionArgs = {
    request,
    context,
    params,
    url: new URL(request.url),
    pattern: build.routes[routeId]?.path ?? '',
  }
  const answer: unknown = await Promise.resolve(loader(args)).catch((error: unknown) => error)
  return isRefusedAddress(answer)
}

/** By the shape of `data()`. An id that is none (400), such as one too long, names nothing either. */
function isRefusedAddress(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('init' in answer)) return false
  const { init } = answer as { init: ResponseInit | null }
  return init?.status === 404 || init?.status === 400
}

function locate(build: ServerBuild, routes: RouteObject[], pathAndQuery: string): PageAddress {
  const url = new URL(pathAndQuery.replace(/^\/+/, '/'), 'http://page.invalid')
  const isData = url.pathname.endsWith(dataSuffix)
  const suffix = isData ? dataSuffix : ''
  const pathname = isData ? pathOfData(url.pathname) : url.pathname
  const matches = matchRoutes(routes, pathname)
  const last = matches?.at(-1)
  if (!matches || !last || last.route.path === '*') {
    return { url: unknownUrl + suffix, isKnown: false }
  }
  const pattern = `/${matches
    .map((match) => match.route.path ?? '')
    .filter(Boolean)
    .join('/')
    .replace(/^\/+/, '')}`
  const handles = matches.map((match) => handleOf(build, match.route.id))
  const names = handles.flatMap((handle) => handle?.queryNames ?? [])
  const query = knownQuery(url.searchParams, names)
  if (isData) copyRouteIds(matches, url.searchParams, query)
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const addressWith = (params: Params): string => {
    const path = generatePath(pattern, params)
    return (isData && path === '/' ? '/_' : path) + suffix + search
  }
  const nobody = replaceValues(last.params, () => noId)
  const params = replaceValues(last.params, handles.at(-1)?.spellId ?? ((id) => id))
  const routeId = last.route.id ?? ''
  const hasIds = Object.keys(params).length > 0
  // Without a loader the server renders the same for every id.
  const isNamed = hasIds && build.routes[routeId]?.module.loader !== undefined
  const isSearch = handles.some((handle) => query.get(handle?.searchName ?? ''))
  if (!isNamed) return { url: addressWith(nobody), isKnown: true, ...(isSearch && { isSearch }) }
  const missing = { url: addressWith(nobody), isKnown: false }
  return { url: addressWith(params), isKnown: true, named: { routeId, params, missing } }
}

function handleOf(build: ServerBuild, routeId: string | undefined): PageHandle | undefined {
  return build.routes[routeId ?? '']?.module.handle as PageHandle | undefined
}

function replaceValues(params: Params, replace: (value: string) => string): Params {
  const entries = Object.entries(params)
  return Object.fromEntries(entries.map(([name, value = '']) => [name, replace(value)]))
}

function pathOfData(pathname: string): string {
  return pathname === `/_${dataSuffix}` ? '/' : pathname.slice(0, -dataSuffix.length)
}

function knownQuery(given: URLSearchParams, names: readonly string[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of [...new Set(names)].sort()) {
    const value = given.get(name)
    if (value !== null) query.set(name, value)
  }
  return query
}

/** The router may ask for the data of some of a page's routes only. */
function copyRouteIds(
  matches: readonly { route: RouteObject }[],
  given: URLSearchParams,
  query: URLSearchParams,
): void {
  const asked = given.get('_routes')
  if (asked === null) return
  const matched = new Set(matches.map(({ route }) => route.id))
  const ids = new Set(asked.split(',').filter((id) => matched.has(id)))
  query.set('_routes', [...ids].sort().join(','))
}

function nestRoutes(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const children = nestRoutes(build, route?.id)
      const base = { id: route?.id ?? '', ...(route?.path !== undefined && { path: route.path }) }
      if (route?.index) return { ...base, index: true as const }
      return { ...base, children }
    })
}

/** A refused call becomes the page's own answer: its status, and `{code, detail}` for the screen. */
function refuseAsAnswer(ask: SendRequest): SendRequest {
  return async (route, input) => {
    try {
      return await ask(route, input)
    } catch (error) {
      const refusal = readRefusal(error)
      if (!refusal) throw error
      throw data({ code: refusal.code, detail: t(refusal.message) }, { status: refusal.status })
    }
  }
}

function readRefusal(error: unknown): { code: string; status: number; message: string } | null {
  if (!(error instanceof Error) || !('code' in error) || !('status' in error)) return null
  const { code, status, message } = error
  if (typeof code !== 'string' || typeof status !== 'number' || status < 400) return null
  return status < 500 ? { code, status, message } : null
}

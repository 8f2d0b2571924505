import {
  createRequestHandler,
  data,
  generatePath,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Ask } from './call.ts'
import { type PageHandle, type Site, siteContext } from './page-context.ts'

/** One page as the server knows it: the same for every spelling of its address. */
export interface PageAddress {
  /** Path and known query values in one fixed spelling. */
  url: string
  /** False for addresses that no screen answers: they all show the same page. */
  isKnown: boolean
}

export interface PageHandler {
  locate: (pathAndQuery: string) => PageAddress
  answer: (url: string, site: Site, report: (error: unknown) => void) => Promise<Response>
}

/** Set while a page is rendered, so that what fails inside reaches the server's log. */
export const reports = new WeakMap<Request, (error: unknown) => void>()

/**
 * Binds a server build to plain requests for pages. Lives inside the build, so that routes and
 * server share one copy of the router and of the context keys.
 */
export function createPageHandler(build: ServerBuild, mode: string): PageHandler {
  const handle = createRequestHandler(build, mode)
  const routes = nestRoutes(build)
  return {
    locate: (pathAndQuery) => locate(build, routes, pathAndQuery),
    answer: async (url, site, report) => {
      const request = new Request(new URL(url, site.settings.publicUrl))
      reports.set(request, report)
      const context = new RouterContextProvider()
      context.set(siteContext, { ...site, ask: refuseAsAnswer(site.ask) })
      return handle(request, context)
    },
  }
}

const unknownUrl = '/404'
const dataSuffix = '.data'

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
  const pattern = matches
    .map((match) => match.route.path ?? '')
    .filter(Boolean)
    .join('/')
  const path = generatePath(`/${pattern.replace(/^\/+/, '')}`, last.params)
  const names = matches.flatMap((match) => {
    const handle = build.routes[match.route.id ?? '']?.module.handle as PageHandle | undefined
    return handle?.queryNames ?? []
  })
  const query = knownQuery(url.searchParams, names)
  if (isData) copyRouteIds(build, url.searchParams, query)
  const search = query.size > 0 ? `?${query.toString()}` : ''
  return { url: (isData && path === '/' ? '/_' : path) + suffix + search, isKnown: true }
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
function copyRouteIds(build: ServerBuild, given: URLSearchParams, query: URLSearchParams): void {
  const asked = given.get('_routes')
  if (asked === null) return
  const ids = new Set(asked.split(',').filter((id) => id in build.routes))
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
function refuseAsAnswer(ask: Ask): Ask {
  return async (route, input) => {
    try {
      return await ask(route, input)
    } catch (error) {
      const refusal = readRefusal(error)
      if (!refusal) throw error
      throw data({ code: refusal.code, detail: refusal.message }, { status: refusal.status })
    }
  }
}

function readRefusal(error: unknown): { code: string; status: number; message: string } | null {
  if (!(error instanceof Error) || !('code' in error) || !('status' in error)) return null
  const { code, status, message } = error
  if (typeof code !== 'string' || typeof status !== 'number' || status < 400) return null
  return status < 500 ? { code, status, message } : null
}

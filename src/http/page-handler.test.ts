import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type PublicSite, siteContext } from './page-context.ts'
import { createPageHandler } from './page-handler.ts'
import { Refusal } from './problem.ts'

const settings = { publicUrl: 'http://academy.test' } as PublicSite

/** A build with two data screens and the one for unknown addresses, rendered as plain text. */
function buildOf(loader: (args: LoaderFunctionArgs) => unknown): ServerBuild {
  const screen = { default: () => null }
  const routes = {
    root: { id: 'root', path: '', module: screen },
    list: {
      id: 'list',
      parentId: 'root',
      path: 'courses',
      module: { ...screen, loader, handle: { queryNames: ['q'] } },
    },
    course: {
      id: 'course',
      parentId: 'root',
      path: 'course/:course_id',
      module: { ...screen, loader },
    },
    unknown: { id: 'unknown', parentId: 'root', path: '*', module: screen },
  }
  const render = async (_: Request, status: number) => new Response('page', { status })
  const build = {
    entry: { module: { default: render, handleError: () => undefined } },
    routes,
    assets: { routes: {} },
    future: {},
    ssr: true,
    basename: '/',
    routeDiscovery: { mode: 'initial' },
    prerender: [],
  }
  return build as unknown as ServerBuild // as much of a build as pages need
}

describe('the address of a page', () => {
  const { locate } = createPageHandler(
    buildOf(() => null),
    'test',
  )

  it.each([
    ['/courses', '/courses'],
    ['/courses/', '/courses'],
    ['//courses', '/courses'],
    ['/COURSES?utm_source=mail', '/courses'],
    ['/courses?utm_source=mail&q=film', '/courses?q=film'],
    ['/course/a%62c', '/course/abc'],
    ['/courses.data?_routes=list,stranger', '/courses.data?_routes=list'],
    ['/nobody/knows/this', '/404'],
    ['/nobody.data', '/404.data'],
  ])('of %s is %s', (asked, url) => {
    expect(locate(asked).url).toBe(url)
  })

  it('tells unknown addresses from known ones', () => {
    expect([locate('/courses').isKnown, locate('/nope').isKnown]).toEqual([true, false])
  })
})

describe('a page that asks for something', () => {
  it('carries the status of a refused call', async () => {
    const { answer } = createPageHandler(
      buildOf(async ({ context }) => context.get(siteContext).ask('GET /x', {})),
      'test',
    )
    const ask = async () => {
      throw new Refusal('course_not_found')
    }

    const response = await answer('/course/gone', { settings, ask }, () => undefined)

    expect(response.status).toBe(404)
  })

  it('is our fault when a call breaks', async () => {
    const { answer } = createPageHandler(
      buildOf(async ({ context }) => context.get(siteContext).ask('GET /x', {})),
      'test',
    )
    const ask = async () => {
      throw new Error('no database')
    }

    const response = await answer('/course/x', { settings, ask }, () => undefined)

    expect(response.status).toBe(500)
  })
})

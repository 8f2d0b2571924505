import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { describe, expect, it } from 'vitest'
import { runInLanguage } from '../platform/languages/run-in-language.ts'
import type { SendRequest } from './api-client.ts'
import { type PublicSite, type Site, siteContext } from './page-context.ts'
import { createPageHandler } from './page-handler.ts'
import { ProblemError } from './problem.ts'
import type { ProblemCode } from './problems.ts'

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
      module: { ...screen, loader, handle: { queryNames: ['q'], searchName: 'q' } },
    },
    course: {
      id: 'course',
      parentId: 'root',
      path: 'course/:course_id',
      module: { ...screen, loader, handle: { spellId: (id: string) => id.toLowerCase() } },
    },
    certificate: {
      id: 'certificate',
      parentId: 'root',
      path: 'certificate/:course_id',
      module: screen,
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
    ['/course/ABC', '/course/abc'],
    ['/certificate/abc', '/certificate/-'],
    ['/certificate/xyz', '/certificate/-'],
    ['/courses.data?_routes=list,stranger,unknown', '/courses.data?_routes=list'],
    ['/nobody/knows/this', '/404/404'],
    ['/nobody.data', '/404/404.data'],
  ])('of %s is %s', (asked, url) => {
    expect(locate(asked).url).toBe(url)
  })

  it('tells unknown addresses from known ones', () => {
    expect([locate('/courses').isKnown, locate('/nope').isKnown]).toEqual([true, false])
  })

  it('tells whether somebody searches, which is endless', () => {
    const isSearch = ['/courses?q=film', '/courses.data?q=film', '/courses?q=', '/courses?p=film']

    expect(isSearch.map((url) => locate(url).isSearch === true)).toEqual([true, true, false, false])
  })
})

describe('a page of something that has an id', () => {
  const { locate, settle, answer } = createPageHandler(
    buildOf(async ({ context, params }) =>
      context.get(siteContext).ask(`GET /${params['course_id']}` as never, {} as never),
    ),
    'test',
  )
  const siteOf = (ask: SendRequest): Site => ({ settings, ask })
  const refuse = (code: ProblemCode) =>
    siteOf(async () => {
      throw new ProblemError(code)
    })
  const find = async (asked: string, site: Site) => (await settle(locate(asked), site)).url

  it('is its own where the id names something', async () => {
    const site = siteOf(async () => 'a course' as never)

    expect(await find('/course/abc', site)).toBe('/course/abc')
  })

  it.each(['course_not_found', 'invalid_input'] as const)(
    "is the screen's one missing page where it is refused: %s",
    async (code) => {
      expect(await find('/course/abc', refuse(code))).toBe('/course/-')
      expect(await find('/course/xyz.data', refuse(code))).toBe('/course/-.data')
      expect((await settle(locate('/course/abc'), refuse(code))).isKnown).toBe(false)
      expect((await answer('/course/-', refuse(code), () => undefined)).status).toBeOneOf([
        400, 404,
      ])
    },
  )

  it('is left to the rendering where the question fails', async () => {
    expect(await find('/course/abc', refuse('not_ready'))).toBe('/course/abc')
  })
})

describe('a page that asks for something', () => {
  it('carries the status of a refused call', async () => {
    const { answer } = createPageHandler(
      buildOf(async ({ context }) => context.get(siteContext).ask('GET /courses', {})),
      'test',
    )
    const ask = async () => {
      throw new ProblemError('course_not_found')
    }

    const response = await answer('/course/gone', { settings, ask }, () => undefined)

    expect(response.status).toBe(404)
  })

  it('says in the language it is read in why a call was refused', async () => {
    const { answer } = createPageHandler(
      buildOf(async ({ context }) => context.get(siteContext).ask('GET /courses', {})),
      'test',
    )
    // As `askInEnglish` does: what pages are made of is kept for all languages.
    const ask = () =>
      runInLanguage(undefined, async () => {
        throw new ProblemError('course_not_found')
      })
    const messages = new Map([['This course does not exist.', 'यह कोर्स नहीं है।']])
    const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr', messages } as const

    const response = await runInLanguage(hindi, () =>
      answer('/course/gone.data', { settings, ask }, () => undefined),
    )

    expect(await response.text()).toContain('यह कोर्स नहीं है।')
  })

  it('is our fault when a call breaks', async () => {
    const { answer } = createPageHandler(
      buildOf(async ({ context }) => context.get(siteContext).ask('GET /courses', {})),
      'test',
    )
    const ask = async () => {
      throw new Error('no database')
    }

    const response = await answer('/course/x', { settings, ask }, () => undefined)

    expect(response.status).toBe(500)
  })
})

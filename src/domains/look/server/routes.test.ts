import fastify from 'fastify'
import { expect, test } from 'vitest'
import { createResponseCache } from '../../../http/server/response-cache.ts'
import { fontFiles } from '../typefaces.ts'
import { lookRoutes } from './routes.ts'

test('a font is kept once, whatever somebody writes behind its address', async () => {
  const cache = createResponseCache({ on: () => undefined, isHearing: () => true })
  const app = fastify()
  const serve = () => undefined
  const deps = { cache, serveIn: () => serve } as unknown as Parameters<typeof lookRoutes>[2] // as much as fonts need
  lookRoutes(app, serve, deps)
  const [name = ''] = fontFiles.keys()

  for (const query of ['', '?1', '?2']) {
    const answer = await app.inject(`/look/fonts/${name}${query}`)
    expect([query, answer.statusCode, answer.body.slice(0, 4)]).toEqual([query, 200, 'wOF2'])
  }

  expect(cache.size).toBe(1)
})

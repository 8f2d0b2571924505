import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { prepareJson } from './prepared-response.ts'
import { createResponseCache } from './response-cache.ts'
import { createServe } from './serve.ts'

test('one answer asked for by many addresses pushes nothing else out of memory', async () => {
  const cache = createResponseCache({ on: () => undefined, isHearing: () => true }, 100_000)
  const answer = prepareJson(JSON.stringify({ text: 'x'.repeat(20_000) }))
  const keep = (key: string) =>
    cache.find(key, async () => ({ value: answer, sizeInBytes: answer.sizeInBytes }))
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  const get = endpoint('GET /sheet', {
    summary: 'A sheet',
    access: 'anyone',
    answer: z.object({ text: z.string() }),
  })
  createServe(
    app,
    async () => null,
    cache,
    async () => undefined,
  )(get, () => keep('sheet'), {
    keptForInMs: 60_000,
  })
  await keep('/courses')

  for (let at = 0; at < 50; at += 1) {
    const url = `/api/sheet?${'y'.repeat(1_000)}=${at}`
    const { body } = await app.inject({ url, headers: { authorization: 'Bearer a' } })
    expect(body).toHaveLength(20_011)
  }

  expect(cache.findKept('/courses')).toBe(answer)
})

import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog } from '../src/domains/staff/server/tables.ts'
import { type Endpoint, methodOf, pathOf } from '../src/http/endpoint.ts'
import { usualBodyInBytes } from '../src/http/server/serve.ts'
import { endpoints } from './support/contracts.ts'
import { makeLearner } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
const learner = await makeLearner(server.db)

const json = 'application/json'
/** What no call takes: each is refused with 400, 413 or 415 from somebody who may call. */
const bad: Record<string, { type: string; body: string }> = {
  nothing: { type: json, body: '' },
  'no JSON': { type: json, body: '{' },
  'the wrong fields': { type: json, body: '{"price":"x","email":7}' },
  'another type': { type: 'text/xml', body: '<a/>' },
  'too much': { type: json, body: JSON.stringify('x'.repeat(usualBodyInBytes + 1)) },
}
const guarded = endpoints.filter(({ access }) => access !== 'anyone')
const ofStaff = guarded.filter(({ access }) => typeof access !== 'string')

describe('who may not call hears that, whatever they send', () => {
  test.each(guarded.map((endpoint) => [endpoint.route, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
      for (const [what, sent] of Object.entries(bad)) {
        expect([what, await send(endpoint, sent, null)]).toEqual([what, 401])
      }
    },
  )

  test.each(ofStaff.map((endpoint) => [endpoint.route, endpoint] as const))(
    'nor a learner: %s',
    async (_, endpoint) => {
      for (const [what, sent] of Object.entries(bad)) {
        expect([what, await send(endpoint, sent, learner)]).toEqual([what, 403])
      }
    },
  )

  test('and also of uploads, which read by themselves', async () => {
    const upload = { route: 'POST /admin/uploads' } as const
    expect(await send(upload, bad['no JSON']!, null)).toBe(401)
    expect(await send(upload, bad['no JSON']!, learner)).toBe(403)
  })

  test('and that somebody tried stands in the audit log', async () => {
    const stranger = await makeLearner(server.db)

    await send({ route: 'POST /admin/courses' }, bad['no JSON']!, stranger)

    const acts = await server.db.select().from(auditLog).where(eq(auditLog.actorId, stranger.id))
    expect(acts).toHaveLength(1)
  })
})

/** Ids and queries are made up as well. A GET of a client has no body. */
function send(
  { route }: Pick<Endpoint, 'route'>,
  { type, body }: { type: string; body: string },
  person: { token: string } | null,
): Promise<number> {
  const method = methodOf(route)
  const { hostname, port } = new URL(server.baseUrl)
  const path = `${pathOf(route).replaceAll(/:\w+/g, 'x')}?page=x&from=x&course_id=&limit=x`
  const headers = {
    ...(person && { authorization: `Bearer ${person.token}` }),
    ...(method !== 'GET' && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.once('error', reject)
    sent.end(method === 'GET' ? undefined : body)
  })
}

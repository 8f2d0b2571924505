import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/start-test-server.ts'

const forwarded = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '' },
  { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' },
  { forwarded: 'for=127.0.0.1' },
  { 'x-real-ip': '127.0.0.1' },
  { 'x-forwarded-host': 'academy.example' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
  { 'cf-connecting-ip': '203.0.113.9' },
]
const places = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.json?to=a@example.test', '/metrics']

describe.each([
  [{}],
  [{ TRUST_PROXY: '1' }],
  [{ TRUST_PROXY: '127.0.0.0/8' }],
  [{ SANDBOX: 'public', PUBLIC_URL: 'https://academy.example' }],
])('with %j', (env) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: env })
  })
  afterAll(() => server.close())

  test.each(places)('who sits at this machine reads %s', async (path) => {
    expect(await statusOf(server, path)).toBe(200)
  })

  test.each(forwarded)(
    'whoever comes through a proxy, which adds %j, does not',
    async (headers) => {
      for (const path of places) {
        expect(await statusOf(server, path, headers)).toBe(path === '/metrics' ? 404 : 403)
      }
    },
  )

  test('a name that somebody else points at this machine does not open them', async () => {
    for (const host of ['academy.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      for (const path of places) {
        expect(await statusOf(server, path, { host })).toBeGreaterThanOrEqual(403)
      }
    }
  })
})

test('the outbox may be framed by nobody and sends nothing anywhere', async () => {
  const server = await startTestServer()
  try {
    const { headers } = await server.fetch('/dev/outbox')

    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
  } finally {
    await server.close()
  }
})

test('metrics are open to who knows the token, through any proxy, and to nobody else', async () => {
  const server = await startTestServer({ env: { METRICS_TOKEN: 'watch-me', TRUST_PROXY: '1' } })
  try {
    const from = { 'x-forwarded-for': '203.0.113.9' }
    const tokens = ['Bearer watch-me', 'Bearer watch-me2', 'Bearer ', 'Bearer Watch-me', '']
    const statuses = await Promise.all(
      tokens.map((authorization) => statusOf(server, '/metrics', { ...from, authorization })),
    )

    expect(statuses).toEqual([200, 404, 404, 404, 404])
  } finally {
    await server.close()
  }
})

describe('behind a proxy, tries are counted by', () => {
  test.each([
    [
      'the address the proxy saw',
      { TRUST_PROXY: '1' },
      (at: number) => `10.9.9.${at}, 203.0.113.9`,
    ],
    [
      'what comes before its network',
      { TRUST_PROXY: '127.0.0.0/8,198.51.100.0/24' },
      (at: number) => `10.9.9.${at}, 203.0.113.9, 198.51.100.7`,
    ],
    ['the connection, if none is trusted', {}, (at: number) => `10.9.9.${at}`],
  ])('%s, whatever the caller claims', async (_, env, claim) => {
    const server = await startTestServer({ env: env })
    try {
      const tryFrom = (forwardedFor: string) =>
        server.fetch('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
          body: JSON.stringify({ email: 'somebody@example.test', password: 'wrong password' }),
        })
      for (const at of [1, 2, 3]) await tryFrom(claim(at))
      await tryFrom(claim(4).replace('203.0.113.9', '203.0.113.10'))

      const { rows } = await server.pool.query<{ points: number }>(
        `select points from rate_limits where key like 'login-network%' order by points`,
      )
      const counted = 'TRUST_PROXY' in env ? [1, 3] : [4]
      expect(rows.map((row) => row.points)).toEqual(counted)
    } finally {
      await server.close()
    }
  })
})

/** Asks with headers that `fetch` would not send. */
function statusOf(
  server: TestServer,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(server.baseUrl + path, { headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.once('error', reject).end()
  })
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { login } from '../src/domains/accounts/contract.ts'
import { listCourses } from '../src/domains/catalogue/contract.ts'
import { removeStaff } from '../src/domains/staff/contract.ts'
import { publicSettings } from '../src/http/contract.ts'
import { makeAdmin } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'
import { withoutTable } from './support/without-table.ts'

const env = { ADMIN_EMAIL: 'Boss@Example.test' }
const server = await startTestServer({ env })
const boss = await makeAdmin(server.db, { email: 'boss@example.test' })
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }

describe('whatever is asked of the API', () => {
  test.each([
    ['GET', '/api/nothing-here', 404, 'not_found'],
    ['POST', '/api/nothing-here', 404, 'not_found'],
    ['DELETE', '/api/courses', 404, 'not_found'],
    ['GET', '/api/', 404, 'not_found'],
    ['GET', `/api/${'x'.repeat(5000)}`, 404, 'not_found'],
    ['GET', '/api/%E0%A4%A', 404, 'not_found'],
    ['GET', '/api/courses/%E0%A4%A', 404, 'not_found'],
    ['GET', '/api/courses/', 404, 'not_found'],
    ['DELETE', '/api/admin/courses/?x', 404, 'not_found'],
    ['PROPFIND', '/api/courses', 404, 'not_found'],
    ['SEARCH', '/courses', 404, 'not_found'],
  ])('%s %s is answered by a problem', async (method, path, status, code) => {
    const answer = await fetch(server.baseUrl + path, { method })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await answer.json()).toMatchObject({
      type: expect.any(String),
      title: expect.any(String),
      detail: expect.any(String),
      status,
      code,
    })
  })

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=b'],
    ['no JSON', 'application/json', '{bad'],
    ['more than is read', 'application/json', JSON.stringify('x'.repeat(300_000))],
  ])('an unknown address is unknown, also to who sends %s', async (_what, type, body) => {
    const headers = { 'content-type': type }
    const answer = await server.fetch('/api/nothing-here', { method: 'POST', headers, body })

    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  test('bad input names each path in one answer, and its sentence is for people', async () => {
    const answer = await server.fetch('/api/auth/login', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'x' }),
    })

    expect(await answer.json()).toEqual({
      type: '/problems/invalid-input',
      title: 'Bad request',
      status: 400,
      code: 'invalid_input',
      detail: 'Please enter a valid e-mail address.',
      errors: [
        { path: 'email', message: 'Please enter a valid e-mail address.' },
        { path: 'password', message: 'Password is required.' },
      ],
    })
  })

  test.each([
    ['no JSON', 'nonsense', json, 400, 'malformed_json'],
    ['a poisoned prototype', '{"__proto__": {"isAdmin": true}}', json, 400, 'malformed_json'],
    ['another media type', 'a=b', { 'content-type': 'text/plain' }, 415, 'wrong_media_type'],
    ['too much', JSON.stringify({ email: 'x'.repeat(300_000) }), json, 413, 'too_large'],
  ])('a body with %s is refused', async (_, body, headers, status, code) => {
    const answer = await server.fetch('/api/auth/login', { method: 'POST', headers, body })

    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('a call without payload may still say that it sends JSON', async () => {
    const answer = await server.fetch('/api/auth/logout', { method: 'POST', headers: json })

    expect(answer.status).toBe(200)
  })

  test.each([
    ['a text', ''],
    ['a form', new URLSearchParams()],
  ])('a call without payload may send %s of no length', async (_what, body) => {
    const answer = await server.fetch('/api/auth/logout', { method: 'POST', body })

    expect(answer.status).toBe(200)
  })

  test('a call that announces a payload and sends none, not even its length, is answered', async () => {
    const { hostname, port } = new URL(server.baseUrl)
    const headers = { 'content-type': 'application/json' }
    const sent = request({
      hostname,
      port,
      method: 'DELETE',
      path: '/api/admin/courses/x',
      headers,
    })
    sent.end()

    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()

    expect(answer.statusCode).toBe(401)
  })

  test('answers are not kept by anybody on the way, and not guessed at', async () => {
    const good = await server.fetch('/api/courses')
    const bad = await server.fetch('/api/auth/profile')

    for (const answer of [good, bad]) {
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('a failure of ours says nothing of its cause, and passes', async () => {
    server.allowErrors()

    const failing = withoutTable(server.owner.db, 'users', () =>
      server.visitor(login, { body: { email: 'a@example.test', password: 'x' } }),
    )

    await expect(failing).rejects.toMatchObject({
      status: 500,
      code: 'our_fault',
      detail: 'Something went wrong on our side. Please try again.',
    })
    expect(await server.visitor(listCourses, {})).toEqual([])
  })
})

test('a browser learns what it needs to know, and no address of a person', async () => {
  const settings = await server.visitor(publicSettings, {})

  expect(settings).toEqual({
    brand_name: 'Kalakriti Academy',
    sandbox: true,
    google_client_id: null,
    admin_email_salt: expect.stringMatching(/^[\w-]{22}$/),
    admin_email_sha256: createHash('sha256')
      .update(`${settings.admin_email_salt}boss@example.test`)
      .digest('hex'),
    checkout_script: expect.stringMatching(/\/v1\/checkout\.js$/),
  })
})

test('what a browser learns of the administrator is another thing at each start', async () => {
  const restarted = await startTestServer({ beside: server, env })
  try {
    const before = await server.visitor(publicSettings, {})
    const after = await restarted.visitor(publicSettings, {})

    expect(after.admin_email_salt).not.toBe(before.admin_email_salt)
    expect(after.admin_email_sha256).not.toBe(before.admin_email_sha256)
  } finally {
    await restarted.close()
  }
})

test('a former administrator of the environment is told from learners no more', async () => {
  const former = await makeAdmin(server.db)
  const other = await startTestServer({ beside: server, env: { ADMIN_EMAIL: former.email } })
  try {
    const { admin_email_sha256: before } = await other.visitor(publicSettings, {})
    await server.as(boss)(removeStaff, { params: { id: former.id } })
    const { admin_email_sha256: after } = await other.visitor(publicSettings, {})

    expect([before, after]).toEqual([expect.any(String), null])
  } finally {
    await other.close()
  }
})

test('the API describes itself in OpenAPI 3.1, and a page shows it', async () => {
  const document = await (await server.fetch('/api/openapi.json')).json()
  const page = await server.fetch('/api/docs')

  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
  expect(document.paths['/api/courses/{course_id}'].get.responses['200']).toBeDefined()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
})

test('the page about the API carries what every page carries against being misused', async () => {
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css']) {
    const { headers } = await server.fetch(path)

    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'self'.*frame-ancestors 'none'/,
    )
  }
})

test('where real money moves there is no page to try calls on', async () => {
  const real = await startTestServer({
    env: {
      RAZORPAY_KEY_ID: 'rzp_live_x',
      RAZORPAY_KEY_SECRET: 'x',
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLIC_URL: 'https://academy.example',
    },
  })
  try {
    const paths = ['/api/docs', '/api/docs/json', '/api/docs/static/index.html', '/dev/outbox.json']
    const answers = await Promise.all(paths.map((path) => real.fetch(path)))

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  } finally {
    await real.close()
  }
})

test('a machine that watches learns that the server lives, is ready, and how busy it is', async () => {
  const [lives, ready, metrics] = await Promise.all(
    ['/healthz', '/readyz', '/metrics'].map((path) => server.fetch(path)),
  )

  expect([lives?.status, ready?.status, metrics?.status]).toEqual([200, 200, 200])
  expect(await metrics?.text()).toMatch(/http_request_duration_seconds_count\{.*route="\/healthz"/)
})

test('metrics are for those who hold the token where one is set', async () => {
  const guarded = await startTestServer({ env: { METRICS_TOKEN: 'watch-me' } })
  try {
    const without = await guarded.fetch('/metrics')
    const withToken = await guarded.fetch('/metrics', {
      headers: { authorization: 'Bearer watch-me' },
    })

    expect([without.status, withToken.status]).toEqual([404, 200])
  } finally {
    await guarded.close()
  }
})

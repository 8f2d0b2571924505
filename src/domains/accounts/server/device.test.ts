import { afterAll, expect, test } from 'vitest'
import { unique } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'

const server = await startTestServer()
const overHttps = await startTestServer({
  env: { PUBLIC_URL: 'https://academy.example', SANDBOX: 'public' },
})
afterAll(async () => {
  await server.close()
  await overHttps.close()
})

test('a browser gets a cookie that no script reads, no page is asked for with, and no other site sends', async () => {
  const [cookie] = await signUp(server)

  expect(cookie).toMatch(
    /^device=[\w-]{43}; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
})

test('where the academy is served by HTTPS the cookie goes by HTTPS only', async () => {
  const [cookie] = await signUp(overHttps)

  expect(cookie).toMatch(/; Secure$/)
})

test('a browser that has the cookie keeps it, a value that can be none is replaced', async () => {
  const [cookie] = await signUp(server)
  const value = /^[^;]+/.exec(cookie ?? '')?.[0]

  expect(await signUp(server, `theme=dark; ${value}; other=1`)).toEqual([])
  expect(await signUp(server, 'device=made-up')).toHaveLength(1)
})

/** Resolves to the cookies that are set. */
async function signUp(at: typeof server, cookie = ''): Promise<string[]> {
  const form = { name: 'Meera', password: 'something 1', confirm_password: 'something 1' }
  const answer = await at.fetch('/api/auth/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ ...form, email: `${unique('device')}@example.test` }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()
}

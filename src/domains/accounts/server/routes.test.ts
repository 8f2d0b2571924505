import { afterAll, expect, test } from 'vitest'
import { endpoints } from '../../../../tests/support/contracts.ts'
import { makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { methodOf, pathOf } from '../../../http/endpoint.ts'

const server = await startTestServer()
afterAll(() => server.close())

const forms = endpoints.filter(({ route }) => route.startsWith('POST /auth/'))

test.each(forms.map(({ route }) => route))('%s takes 8 kB at most', async (route) => {
  // A call of one's own account is judged by its session first.
  const { token } = await makeLearner(server.db)
  const send = (sizeInBytes: number) =>
    server.fetch(pathOf(route), {
      method: methodOf(route),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ x: 'x'.repeat(sizeInBytes - 8) }),
    })

  const tooLarge = await send(8 * 1024 + 1)
  const large = await send(8 * 1024)

  expect(tooLarge.status).toBe(413)
  expect(await tooLarge.json()).toMatchObject({ code: 'too_large' })
  expect(large.status).not.toBe(413)
})

test('there are forms to try', () => {
  expect(forms.length).toBeGreaterThan(7)
})

import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askAtOnce,
  closeAll,
  keepAsking,
  openIdleConnections,
  openUnfinishedRequests,
} from '../bench/support/pressure-clients.ts'
import { makeLearner } from './support/factories.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
})

afterAll(() => server.close())

describe('under pressure', () => {
  test('a thousand idle visitors and two hundred who never finish a request keep nobody waiting', async () => {
    const port = Number(new URL(server.baseUrl).port)
    const idle = await openIdleConnections(port, 1_000)
    const unfinished = await openUnfinishedRequests(port, 200)

    const answers = await askAtOnce(
      Array.from({ length: 50 }, () => () => fetch(`${server.baseUrl}/api/courses`)),
    )

    closeAll([...idle, ...unfinished])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await expect.poll(() => statusOf('/readyz')).toBe(200)
  })

  test('while forty sign in at once all of them get in, and whoever reads is answered', async () => {
    const password = 'a password for many'
    const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2 })
    const people = await Promise.all(
      Array.from({ length: 40 }, () => makeLearner(server.db, { passwordHash })),
    )
    const readers = keepAsking(() => fetch(`${server.baseUrl}/api/courses`))

    const signIns = await askAtOnce(
      people.map(
        ({ email }, place) =>
          () =>
            signIn(email, password, place),
      ),
    )

    const read = await readers.stop()
    expect(signIns.map(({ status }) => status)).toEqual(signIns.map(() => 200))
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
  })
})

/** Each from an address of its own, as the proxy in front would say. */
function signIn(email: string, password: string, place: number): Promise<Response> {
  return fetch(`${server.baseUrl}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${place % 250}.${Math.floor(place / 250) + 1}`,
    },
    body: JSON.stringify({ email, password }),
  })
}

async function statusOf(path: string): Promise<number> {
  const answer = await fetch(server.baseUrl + path)
  return answer.status
}

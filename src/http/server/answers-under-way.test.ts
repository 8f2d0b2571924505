import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { makeLearner } from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { followAnswers } from './answers-under-way.ts'

test('what an answer needs is there until it is made, also for one who has left', async () => {
  const happened: string[] = []
  const app = fastify()
  const settleAnswers = followAnswers(app)
  const { promise: needed, resolve: give } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  app.get('/', async () => {
    begin()
    await needed
    happened.push('answered')
    return 'done'
  })
  app.addHook('onClose', async () => {
    give()
    await settleAnswers()
    happened.push('closed')
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: academy\r\n\r\n')
  await begun
  socket.destroy()
  await once(socket, 'close')

  await app.close()

  expect(happened).toEqual(['answered', 'closed'])
})

test('an academy that stops has its database until then', async () => {
  const server = await startTestServer()
  const { token } = await makeLearner(server.db)
  const holder = await server.owner.pool.connect()
  await holder.query('begin; lock table passkeys') // not the last that the call asks for
  const leaving = new AbortController()
  const asked = fetch(`${server.baseUrl}/api/auth/security`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  await vi.waitFor(async () => {
    const waiting = 'select from pg_locks where not granted and relation = $1::regclass'
    expect((await server.pool.query(waiting, ['passkeys'])).rowCount).toBe(1)
  })
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')

  const closed = server.close() // which fails if the server logged a failure
  await delay(300)
  await holder.query('rollback')
  holder.release()

  await expect(closed).resolves.toBeUndefined()
})

import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
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

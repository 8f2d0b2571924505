import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeApp } from './close-app.ts'

test.each([
  ['nothing', ''],
  ['half a request', 'POST / HTTP/1.1\r\nHost: academy\r\nContent-Length: 100\r\n\r\n{'],
])('a connection that sent %s is cut', async (_, sent) => {
  const { app, port } = await open()
  const arrived = once(app.server, sent === '' ? 'connection' : 'request')
  const socket = connect(port, '127.0.0.1', () => socket.write(sent))
  socket.resume()
  await arrived

  const [hadError] = await Promise.all([once(socket, 'close'), closeApp(app, 100)])

  expect(hadError).toEqual([false])
})

test('a running request gets its answer', async () => {
  const { app, port } = await open()
  const arrived = once(app.server, 'request')
  const answer = fetch(`http://127.0.0.1:${port}/slow`)
  await arrived

  await closeApp(app, 10_000)

  expect(await (await answer).text()).toBe('done')
})

async function open() {
  const app = fastify({ forceCloseConnections: 'idle' })
  app.post('/', async () => 'ok')
  app.get('/slow', async () => {
    await delay(300)
    return 'done'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: Number(new URL(address).port) }
}

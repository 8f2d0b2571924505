import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { respondWithProblems } from './respond-with-problems.ts'

test('who goes away before a file begins to flow leaves no error in the log', async () => {
  const logged: string[] = []
  const { port, left } = await listen((line) => logged.push(line), { endsWell: true })

  connect({ port, host: '127.0.0.1' }).end('GET / HTTP/1.1\r\nHost: academy\r\n\r\n')
  await left

  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a file that breaks while nobody went away is an error in the log', async () => {
  const logged: string[] = []
  const { port } = await listen((line) => logged.push(line), { endsWell: false })

  const answer = await fetch(`http://127.0.0.1:${port}/`)

  expect(answer.status).toBe(500)
  expect(logged.filter((line) => line.includes('request failed'))).toHaveLength(1)
})

async function listen(write: (line: string) => void, { endsWell }: { endsWell: boolean }) {
  const app = fastify({ logger: { stream: { write } } })
  respondWithProblems(app)
  const { promise: left, resolve } = Promise.withResolvers<void>()
  app.get('/', async (request, reply) => {
    if (!endsWell) {
      const file = new Readable({ read: () => file.destroy(new Error('The disk is gone')) })
      return reply.send(file)
    }
    await once(request.raw.resume(), 'end')
    request.raw.socket.destroy()
    if (!reply.raw.closed) await once(reply.raw, 'close')
    const file = new Readable({ read: () => undefined })
    file.once('close', () => setImmediate(resolve))
    return reply.send(file)
  })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  onTestFinished(() => app.close())
  return { port: Number(port), left }
}

import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMemoryResponder } from './memory-responder.ts'
import { pack } from './pages/pack.ts'
import { type PreparedResponse, preparePacked, send } from './prepared-response.ts'

let page: PreparedResponse
let isInMemory = true
let url = ''
const memoryResponder = createMemoryResponder(
  (url) => (isInMemory && url === '/page' ? page : undefined),
  ['/long'],
)
const app = fastify({ serverFactory: memoryResponder.serverFactory, requestTimeout: 700 })

beforeAll(async () => {
  const packed = await pack(Buffer.from('words '.repeat(99)), 5)
  page = preparePacked(packed, { 'content-type': 'text/plain' })
  app.get('/page', (_, reply) => send(reply, page))
  app.post('/page', async () => 'posted')
  app.post('/refused', { onRequest: async (_, reply) => reply.code(401).send('no') }, () => 'yes')
  app.post('/long/:part?', async (_, reply) => reply.header('connection', 'close').send('posted'))
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/page`
})
afterAll(() => app.close())

test('an answer from memory is the one that the ordinary way would give', async () => {
  const before = memoryResponder.sent()
  const [quick, quickText] = await read()
  isInMemory = false
  const [usual, usualText] = await read()
  const etag = quick.headers.get('etag') ?? ''
  const usual304 = await fetch(url, { headers: { 'if-none-match': etag } })
  isInMemory = true
  const quick304 = await fetch(url, { headers: { 'if-none-match': etag } })

  expect(memoryResponder.sent() - before).toBe(2)
  expect(quickText).toBe(usualText)
  expect(headersOf(quick)).toEqual(headersOf(usual))
  expect([quick304.status, await quick304.text()]).toEqual([304, ''])
  expect(headersOf(quick304)).toEqual(headersOf(usual304))
})

test('only reading is answered from memory', async () => {
  const before = memoryResponder.sent()
  const head = await fetch(url, { method: 'HEAD' })
  const posted = await fetch(url, { method: 'POST' })

  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await posted.text()).toBe('posted')
  expect(memoryResponder.sent()).toBe(before)
})

test('a body that does not come ends its request in time, unless the call takes long', async () => {
  const begin =
    'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
  const quick = sendRaw(`POST /page ${begin}`)
  const slow = sendRaw(`POST /long ${begin}`)
  const part = sendRaw(`POST /long/1?a=b ${begin}`)
  const answer = await quick
  for (const { socket } of [slow, part]) socket.write('"a": 12}')

  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(await slow).toMatch(/^HTTP\/1.1 200 /)
  expect(await part).toMatch(/^HTTP\/1.1 200 /)
})

test.each(['/longer', '/longer/1', '/long/1/2'])(
  'a call to %s takes no longer for its likeness to one that does',
  async (path) => {
    const begin =
      'HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'

    expect(await sendRaw(`POST ${path} ${begin}`)).toMatch(/^HTTP\/1.1 408 /)
  },
)

test('a body that nobody waits for ends as well, though its answer was given', async () => {
  const begin = 'HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\n{'

  expect(await sendRaw(`POST /refused ${begin}`)).toMatch(/^HTTP\/1.1 401 /)
})

test("the server keeps to Fastify's time limits", () => {
  expect(app.server.headersTimeout).toBe(700)
  expect(app.server.keepAliveTimeout).toBe(app.initialConfig.keepAliveTimeout)
})

/** What comes back once the server has closed the connection. */
function sendRaw(text: string): Promise<string> & { socket: Socket } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(text)
  return Object.assign(
    buffer(socket).then((answer) => answer.toString()),
    { socket },
  )
}

async function read(): Promise<[Response, string]> {
  const answer = await fetch(url)
  return [answer, await answer.text()]
}

function headersOf(answer: Response): Record<string, string> {
  return Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
}

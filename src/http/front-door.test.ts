import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFrontDoor } from './front-door.ts'
import { pack } from './pages/pack.ts'
import { type PreparedAnswer, preparePacked, send } from './prepared-answer.ts'

let page: PreparedAnswer
let isInMemory = true
let url = ''
const frontDoor = createFrontDoor((url) => (isInMemory && url === '/page' ? page : undefined))
const app = fastify({ serverFactory: frontDoor.serverFactory, requestTimeout: 4_000 })

beforeAll(async () => {
  const packed = await pack(Buffer.from('words '.repeat(99)), 5)
  page = preparePacked(packed, { 'content-type': 'text/plain' })
  app.get('/page', (_, reply) => send(reply, page))
  app.post('/page', async () => 'posted')
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/page`
})
afterAll(() => app.close())

test('an answer from memory is the one that the ordinary way would give', async () => {
  const before = frontDoor.sent()
  const [quick, quickText] = await read()
  isInMemory = false
  const [usual, usualText] = await read()
  const etag = quick.headers.get('etag') ?? ''
  const usual304 = await fetch(url, { headers: { 'if-none-match': etag } })
  isInMemory = true
  const quick304 = await fetch(url, { headers: { 'if-none-match': etag } })

  expect(frontDoor.sent() - before).toBe(2)
  expect(quickText).toBe(usualText)
  expect(headersOf(quick)).toEqual(headersOf(usual))
  expect([quick304.status, await quick304.text()]).toEqual([304, ''])
  expect(headersOf(quick304)).toEqual(headersOf(usual304))
})

test('only reading is answered from memory', async () => {
  const before = frontDoor.sent()
  const head = await fetch(url, { method: 'HEAD' })
  const posted = await fetch(url, { method: 'POST' })

  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await posted.text()).toBe('posted')
  expect(frontDoor.sent()).toBe(before)
})

test("the server keeps to Fastify's time limits", () => {
  expect(app.server.requestTimeout).toBe(4_000)
  expect(app.server.headersTimeout).toBe(4_000)
  expect(app.server.keepAliveTimeout).toBe(app.initialConfig.keepAliveTimeout)
})

async function read(): Promise<[Response, string]> {
  const answer = await fetch(url)
  return [answer, await answer.text()]
}

function headersOf(answer: Response): Record<string, string> {
  return Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
}

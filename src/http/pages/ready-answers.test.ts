import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack } from './pack.ts'
import { createReadyAnswers, type FindReady } from './ready-answers.ts'
import { layOut, type ReadyAnswer, sendReady } from './send-packed.ts'

const ready = createReadyAnswers()
const app = fastify({ serverFactory: ready.serverFactory, requestTimeout: 4_000 })
let page: ReadyAnswer
let isInMemory = true
let url = ''

beforeAll(async () => {
  page = layOut(await pack(Buffer.from('words '.repeat(99)), 5), { 'content-type': 'text/plain' })
  const find: FindReady = ({ url }) => (isInMemory && url === '/page' ? page : undefined)
  ready.add(() => undefined)
  ready.add(find)
  app.get('/page', (request, reply) => sendReady(request, reply, page))
  app.post('/page', async () => 'posted')
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/page`
})
afterAll(() => app.close())

test('an answer from memory is the one that the usual way would give', async () => {
  const before = ready.sent()
  const [quick, quickText] = await read()
  isInMemory = false
  const [usual, usualText] = await read()
  isInMemory = true

  expect(ready.sent() - before).toBe(1)
  expect(quickText).toBe(usualText)
  expect(headersOf(quick)).toEqual(headersOf(usual))
})

test('who has it already is told so', async () => {
  const etag = (await read())[0].headers.get('etag') ?? ''
  const again = await fetch(url, { headers: { 'if-none-match': etag } })

  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('only reading is answered from memory', async () => {
  const before = ready.sent()
  const head = await fetch(url, { method: 'HEAD' })
  const posted = await fetch(url, { method: 'POST' })

  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await posted.text()).toBe('posted')
  expect(ready.sent()).toBe(before)
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

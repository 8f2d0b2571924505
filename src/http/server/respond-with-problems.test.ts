import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { ProblemError } from '../problem.ts'
import { problems } from '../problems.ts'
import { useValidationMessages } from '../validation-messages.ts'
import { problemFor, respondWithProblems } from './respond-with-problems.ts'

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

test('a database that ends in the middle of a transaction is worth another try, and not our fault', () => {
  // As `pg` says of the rollback, which hides what became of the statement before it.
  const cause = new Error('Client has encountered a connection error and is not queryable')

  const { status, code } = problemFor(new Error('Failed query: rollback', { cause }))

  expect({ status, code }).toEqual({ status: 503, code: 'not_ready' })
})

test('a database without a free connection is worth another try, and not our fault', () => {
  const cause = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })

  const { status, code } = problemFor(new Error('Failed query: select 1', { cause }))

  expect({ status, code }).toEqual({ status: 503, code: 'not_ready' })
})

test('who reads another language is refused in it, under the same code', async () => {
  readIn({
    'Your present password is wrong.': 'आपका पासवर्ड गलत है।',
    Email: 'ईमेल',
    '{field} is required.': '{field} ज़रूरी है।',
    'The password needs at least 8 characters.': 'पासवर्ड में कम से कम 8 अक्षर चाहिए।',
    '{field} may have at most {count, plural, one {{count} character} other {{count} characters}}.':
      '{field} में {count, plural, other {# अक्षर}} से ज़्यादा नहीं।',
  })
  useValidationMessages()
  const app = fastify().setValidatorCompiler(validatorCompiler)
  respondWithProblems(app)
  const [, message] = problems.password_wrong
  app.get('/', () => {
    throw new ProblemError('password_wrong', { errors: [{ path: 'current_password', message }] })
  })
  const body = z.object({
    email: z.string().min(1),
    password: z.string().min(8, 'The password needs at least 8 characters.'),
    name: z.string().max(2),
  })
  app.post('/', { schema: { body } }, () => 'taken')
  const sent = { email: '', password: 'short', name: 'Asha' }

  const refused = await app.inject('/')
  const invalid = await app.inject({ method: 'POST', url: '/', payload: sent })

  expect(refused.json()).toMatchObject({
    code: 'password_wrong',
    detail: 'आपका पासवर्ड गलत है।',
    errors: [{ path: 'current_password', message: 'आपका पासवर्ड गलत है।' }],
  })
  expect(invalid.json()).toMatchObject({
    code: 'invalid_input',
    detail: 'ईमेल ज़रूरी है।',
    errors: [
      { path: 'email', message: 'ईमेल ज़रूरी है।' },
      { path: 'password', message: 'पासवर्ड में कम से कम 8 अक्षर चाहिए।' },
      { path: 'name', message: 'Name में 2 अक्षर से ज़्यादा नहीं।' },
    ],
  })
})

/** Until the test is over. */
function readIn(messages: Record<string, string>): void {
  const surroundings = globalThis as {
    academyLanguage?: () => { tag: string; messages: Map<string, string> }
  }
  const before = surroundings.academyLanguage
  surroundings.academyLanguage = () => ({
    tag: 'hi-IN',
    messages: new Map(Object.entries(messages)),
  })
  onTestFinished(() => {
    if (before) surroundings.academyLanguage = before
    else delete surroundings.academyLanguage
  })
}

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

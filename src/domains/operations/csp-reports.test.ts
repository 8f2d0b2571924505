import { afterAll, expect, test } from 'vitest'
import { makeAdmin } from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { getChecklist } from './contract.ts'
import { cspViolations } from './server/tables.ts'

const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
const { db } = server
afterAll(() => server.close())

interface Reported {
  effectiveDirective?: string | null
  blockedURL?: string
  documentURL?: string
  sourceFile?: string
}

let networks = 0

async function report(body: string, type = 'application/reports+json'): Promise<Response> {
  networks += 1
  const headers = {
    'content-type': type,
    'x-forwarded-for': `10.1.${networks >> 8}.${networks % 256}`,
  }
  return server.fetch('/api/csp-reports', { method: 'POST', headers, body })
}

function asSent(reports: Reported[]): string {
  return JSON.stringify(
    reports.map((body) => ({
      type: 'csp-violation',
      age: 1,
      url: body.documentURL,
      user_agent: 'A browser of somebody',
      body: { ...body, sample: 'typed by somebody', disposition: 'enforce', statusCode: 200 },
    })),
  )
}

const rows = async () =>
  (await db.select().from(cspViolations).orderBy(cspViolations.directive)).map(
    ({ directive, blocked, page, reports }) => [directive, blocked, page, reports],
  )

test('what browsers stopped is counted once for each thing, without who, which or what was typed', async () => {
  const stopped = {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://evil.example/a.js?of=asha@example.test',
    documentURL: 'https://academy.test/hi/certificate/KA-1234?token=secret#here',
  }
  const old = {
    'csp-report': {
      'effective-directive': 'style-src-attr',
      'blocked-uri': 'inline',
      'document-uri': 'https://academy.test/',
    },
  }

  const answers = [
    await report(asSent([stopped, stopped])),
    await report(asSent([stopped])),
    await report(JSON.stringify(old), 'application/csp-report'),
    await report(asSent([{ ...stopped, sourceFile: 'chrome-extension' }])),
    await report(asSent([{ ...stopped, effectiveDirective: "x'); drop table users" }])),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await rows()).toEqual([
    ['script-src-elem', 'https://evil.example', '/certificate', 2],
    ['style-src-attr', 'inline', '/', 1],
  ])
  const owner = await makeAdmin(db)
  const { stopped: shown } = await server.as(owner)(getChecklist, {})
  expect(shown[0]).toMatchObject({ directive: 'style-src-attr', reports: 1 })
})

test('nobody fills the table, whoever reports how much', async () => {
  const different = (from: number) =>
    Array.from({ length: 50 }, (_, index) => ({
      effectiveDirective: 'img-src',
      blockedURL: `https://host-${from + index}.example/`,
      documentURL: 'https://academy.test/courses',
    }))

  for (let at = 0; at < 20; at += 1) await report(asSent(different(at * 50)))
  const all = await db.$count(cspViolations)
  const again = await report(asSent(different(0)))

  expect(all).toBeLessThanOrEqual(550)
  expect(again.status).toBe(200)
  expect(await db.$count(cspViolations)).toBe(all)
  const known = (await rows()).find(([, blocked]) => blocked === 'https://host-0.example')
  expect(known?.[3]).toBe(2)
})

test('too large a report, too many at once, and too many from one network are refused', async () => {
  const from = (network: string) => () =>
    server.fetch('/api/csp-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/reports+json', 'x-forwarded-for': network },
      body: '[]',
    })
  const answers = await Promise.all(Array.from({ length: 70 }, from('10.9.9.9')))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await from('10.9.9.8')()).status).toBe(200)
  expect((await report(`"${'x'.repeat(40_000)}"`)).status).toBe(413)
  expect((await report(asSent(Array.from({ length: 51 }, () => ({}))))).status).toBe(400)
  expect((await report('[]', 'text/plain')).status).toBe(415)
})

test('many who report the same things at one moment are all counted', async () => {
  const stopped = ['font-src', 'img-src', 'media-src'].map((effectiveDirective) => ({
    effectiveDirective,
    blockedURL: 'data',
    documentURL: 'https://academy.test/about',
  }))
  await db.delete(cspViolations)

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      report(asSent(index % 2 ? stopped : stopped.toReversed())),
    ),
  )

  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect((await rows()).map(([, , , reports]) => reports)).toEqual([40, 40, 40])
})

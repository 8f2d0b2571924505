import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchAcademy } from './support/launch-academy.ts'
import { requireBuild } from './support/require-build.ts'
import { openTestDatabase } from './support/test-database.ts'

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
}
interface Export {
  resourceSpans?: { scopeSpans: { spans: Span[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}

test('a collector sees a request with its queries, and nothing of whose it was', async () => {
  requireBuild()
  const heard: Export[] = []
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    heard.push((await json(request)) as Export) // what our own exporter sends
    response.setHeader('content-type', 'application/json').end('{}')
  }
  const collector = createServer((request, response) => void hear(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo // a TCP server's
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-traced-'))
  onTestFinished(async () => {
    collector.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const spans = () =>
    heard
      .flatMap(({ resourceSpans = [] }) => resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))

  const academy = await launchAcademy({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  await fetch(`${academy.url}/api/auth/login?token=opensadoor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer opensadoor' },
    body: JSON.stringify({ email: 'meera@somewhere.test', password: 'opensadoor' }),
  })
  const login = await vi.waitFor(
    () => {
      const found = spans().find(({ name }) => name === 'POST /api/auth/login')
      if (!found) throw new Error('not yet')
      return found
    },
    { interval: 100 },
  )
  const ofLogin = spans().filter(({ traceId }) => traceId === login.traceId)
  const query = ofLogin.find(({ name }) => name.startsWith('pg.query'))
  await vi.waitFor(
    () => {
      const names = heard
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
        .map(({ name }) => name)
      expect(names).toContain('http.server.request.duration')
    },
    { interval: 100 },
  )
  await academy.stop()

  const attributes = ({ attributes = [] }: Partial<Span>) => attributes.map(({ key }) => key)
  expect(attributes(login)).toEqual(expect.arrayContaining(['http.route', 'http.request.method']))
  expect(JSON.stringify(query)).toMatch(/select .*\$1/i)
  expect(JSON.stringify(heard)).not.toMatch(/opensadoor|meera|somewhere|127\.0\.0\.1:\d+\/|token=/)
})

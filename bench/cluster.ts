import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from './cluster/start-cluster.ts'
import { clockAnHourAhead, sufferFaults } from './cluster/suffer-faults.ts'
import { openProvider } from './payments/open-provider.ts'

// `npm run cluster`: several machines on this one, until it is told to stop (docs/operations.md).
// `-- --faults drain,kill,pool,store,upload,clock --minutes 10`: people read and buy while that happens.

const { values: options } = parseArgs({
  options: {
    faults: { type: 'string' },
    /** How long the store is away. */
    minutes: { type: 'string', default: '1' },
  },
})
const faults = options.faults?.split(',') ?? []
const folder = await mkdtemp(join(tmpdir(), 'academy-cluster-'))
const { port, provider, keys } = await openProvider(join(folder, 'provider'))
const cluster = await startCluster({
  folder,
  sitePort: port,
  ...(faults.includes('clock') && { lastEnv: clockAnHourAhead }),
  env: {
    ...keys,
    RAZORPAY_API_URL: provider.url,
    RAZORPAY_CHECKOUT_URL: `${provider.url}/v1/checkout.js`,
    ...(faults.length > 0 && { SEED: 'none', LOG_LEVEL: 'error' }),
  },
})
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  await cluster.start()
  if (faults.length > 0) {
    const minutes = Number(options.minutes)
    process.exitCode = await sufferFaults({ cluster, provider, folder, faults, minutes })
    stop.abort()
  }
  const { ports } = cluster
  process.stdout.write(`${cluster.url} is open.
  HAProxy      ${ports.site}
  academies    ${ports.academies.join(', ')}
  PgBouncer    ${ports.pool} → HAProxy ${ports.primary} → the primary
  PostgreSQL   ${ports.databases.map(({ postgres, patroni }) => `${postgres} (Patroni ${patroni})`).join(', ')}
  logs         ${join(folder, 'logs')}
Ctrl+C ends it.
`)
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
} finally {
  await cluster.stop()
  await provider.stop()
  await rm(folder, { recursive: true, force: true })
}

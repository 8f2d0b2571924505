import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from './cluster/start-cluster.ts'
import { openProvider } from './payments/open-provider.ts'

// `npm run cluster`: several machines on this one, until it is told to stop (docs/operations.md).

const folder = await mkdtemp(join(tmpdir(), 'academy-cluster-'))
const { port, provider, keys } = await openProvider(join(folder, 'provider'))
const cluster = await startCluster({
  folder,
  sitePort: port,
  env: {
    ...keys,
    RAZORPAY_API_URL: provider.url,
    RAZORPAY_CHECKOUT_URL: `${provider.url}/v1/checkout.js`,
  },
})
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
try {
  await cluster.start()
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

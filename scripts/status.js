import { projectEnvironment, quickStart, run } from './run.js'
import { describeVersion } from './version.js'

// Asks the academy that `PORT` and `HOST` name, as a balancer would.
const host = process.env.HOST || '127.0.0.1'
const url = `http://${host.includes(':') ? `[${host}]` : host}:${process.env.PORT || 3000}`

const [lives, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => ask(path)))
if (lives?.ok && ready?.ok) console.log(`It serves at ${url}.`)
else if (lives?.ok)
  console.error(`It lives at ${url}, but ${(await ready?.text()) || 'is not ready'}.`)
else console.error(`Nobody answers at ${url}.`)
process.exitCode = lives?.ok && ready?.ok ? 0 : 1

// For a person; a health check asks for the short answer, every half minute.
if (!process.argv.includes('--short')) {
  console.log(`Version: ${describeVersion()}.${await tellSince()}`)
  const env = projectEnvironment({ NODE_ENV: 'production' })
  const code = await run('node', [...quickStart, 'src/bootstrap/describe-status.ts'], { env })
  process.exitCode ||= code
}

/** Of the process that answered, where several serve. */
async function tellSince() {
  const token = process.env.METRICS_TOKEN
  const metrics = await ask('/metrics', token && { authorization: `Bearer ${token}` })
  const [, seconds] =
    /^process_start_time_seconds (\d+)/m.exec(metrics?.ok ? await metrics.text() : '') ?? []
  return seconds ? ` Since ${new Date(seconds * 1000).toISOString()}.` : ''
}

async function ask(path, headers) {
  try {
    return await fetch(url + path, { headers, signal: AbortSignal.timeout(5_000) })
  } catch {
    return null
  }
}

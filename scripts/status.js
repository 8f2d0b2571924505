// Asks the academy that `PORT` and `HOST` name, as a balancer would.
const host = process.env.HOST ?? '127.0.0.1'
const url = `http://${host.includes(':') ? `[${host}]` : host}:${process.env.PORT ?? 3000}`

const [lives, ready] = await Promise.all(['/healthz', '/readyz'].map(ask))
if (lives?.ok && ready?.ok) console.log(`It serves at ${url}.`)
else if (lives?.ok)
  console.error(`It lives at ${url}, but ${(await ready?.text()) || 'is not ready'}.`)
else console.error(`Nobody answers at ${url}.`)
process.exitCode = lives?.ok && ready?.ok ? 0 : 1

async function ask(path) {
  try {
    return await fetch(url + path, { signal: AbortSignal.timeout(5_000) })
  } catch {
    return null
  }
}

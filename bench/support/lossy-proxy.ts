import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface Loss {
  /** Of 1: so often a script does not arrive. */
  rate: number
  /** The same seed loses the same scripts at the same tries. */
  seed: string
}

export interface LossyProxy {
  url: string
  /** From now on; forgets how often each script was asked for. */
  lose(loss: Loss): void
  /** Scripts lost since then. */
  lost(): number
  close(): void
}

/** Stands before the product like a bad network: some scripts break off half-way. */
export async function startLossyProxy(productUrl: string): Promise<LossyProxy> {
  let loss: Loss = { rate: 0, seed: '' }
  let lost = 0
  const tries = new Map<string, number>()
  const isLost = (path: string): boolean => {
    if (!/^\/assets\/.*\.js$/.test(path)) return false
    const attempt = (tries.get(path) ?? 0) + 1
    tries.set(path, attempt)
    return drawNumber(`${loss.seed} ${path} ${attempt}`) < loss.rate
  }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    void forward(productUrl + path, request.headers.authorization).then(
      ({ status, headers, body }) => {
        // Each answer has a connection of its own: browsers ask again by themselves on reused ones.
        response.writeHead(status, { ...headers, connection: 'close' })
        if (!isLost(path)) return response.end(body)
        lost += 1
        return response.write(body.subarray(0, body.length / 2), () => response.destroy())
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    lose: (next) => {
      loss = next
      lost = 0
      tries.clear()
    },
    lost: () => lost,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const kept = ['content-type', 'cache-control', 'content-security-policy']

async function forward(url: string, authorization: string | undefined) {
  const answer = await fetch(url, { headers: authorization ? { authorization } : {} })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers: Record<string, string> = { 'content-length': String(body.length) }
  for (const name of kept) headers[name] = answer.headers.get(name) ?? ''
  return { status: answer.status, headers, body }
}

/** From 0 up to 1, always the same for the same words. */
function drawNumber(words: string): number {
  return createHash('sha256').update(words).digest().readUInt32BE() / 2 ** 32
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'

interface KeptAnswer {
  headers: Record<string, string>
  body: Buffer
}

export interface ScriptlessServer {
  url: string
  close(): void
}

/** Serves the product's pages without any script, and its files as they are: no page paints sooner. */
export async function startScriptlessServer(productUrl: string): Promise<ScriptlessServer> {
  const kept = new Map<string, Promise<KeptAnswer>>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const answer = kept.get(path) ?? copyAnswer(productUrl + path)
    kept.set(path, answer)
    answer.then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(502).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function copyAnswer(url: string): Promise<KeptAnswer> {
  const answer = await fetch(url)
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = {
    'content-type': type,
    'cache-control': answer.headers.get('cache-control') ?? 'no-store',
  }
  if (!/^text|svg/.test(type)) return { headers, body }
  const text = body
    .toString()
    .replaceAll(/<script(?![^>]*ld\+json)[^>]*>.*?<\/script>/gs, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
  return { headers: { ...headers, 'content-encoding': 'br' }, body: brotliCompressSync(text) }
}

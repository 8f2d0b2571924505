import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port for the product and, right after it, one for the payment provider's stand-in. */
export async function findFreePair(): Promise<number> {
  for (;;) {
    const first = await hold(0)
    const { port } = first.address() as AddressInfo // it listens on a port, not on a path
    const second = await hold(port + 1).catch(() => null)
    await release(first)
    if (second === null) continue
    await release(second)
    return port
  }
}

async function hold(port: number) {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function release(server: ReturnType<typeof createServer>): Promise<void> {
  server.close()
  await once(server, 'close')
}

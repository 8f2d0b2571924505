import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

/**
 * A port for the product and, right after it, one for the payment provider's stand-in. Below those that
 * a system hands out by itself: tests beside this one must not be given them while the product is away.
 * Found free is not yet taken: whoever gets the second has the pair, and whoever does not looks again.
 */
export async function findFreePair(): Promise<number> {
  for (;;) {
    const port = 2 * randomInt(10_000, 16_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

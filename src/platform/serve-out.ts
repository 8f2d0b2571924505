import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Connections without a request for this long are closed. */
const idleTimeoutInMs = 10_000
/** A film or an upload over a slow line may take this long; players and uploads go on where they were cut. */
const timeoutInMs = 15 * 60_000

/**
 * Takes no new connections, answers what is under way and what still comes on the open ones, and lets each
 * end with that. `stopListening` leaves the address to others, who may listen on it already.
 */
export async function serveOut(
  server: Server,
  stopListening: () => void,
  stopping: AbortSignal,
): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
  const closeIdle = server.closeIdleConnections.bind(server)
  // Called by close(): it would cut connections on which the next request is already under way.
  server.closeIdleConnections = () => undefined
  const closed = new Promise((resolve) => server.once('close', resolve))
  stopListening()
  const pause = (ms: number) =>
    Promise.race([closed, delay(ms, undefined, { signal: stopping }).catch(() => undefined)])
  await pause(idleTimeoutInMs)
  const sweep = setInterval(closeIdle, 1_000)
  closeIdle()
  await pause(timeoutInMs)
  clearInterval(sweep)
}

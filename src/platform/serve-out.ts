import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Connections without a request for this long are closed. */
const idleTimeoutInMs = 10_000
/** A film or an upload over a slow line may take this long; players and uploads go on where they were cut. */
const timeoutInMs = 15 * 60_000

/**
 * To call once the server is made. What it returns takes no new connections, answers what is under way and
 * what still comes on the open ones, and lets each end with that. `stopListening` leaves the address to
 * others, who may listen on it already.
 */
export function prepareToServeOut(
  server: Server,
): (stopListening: () => void, stopping: AbortSignal) => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async (stopListening, stopping) => {
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
    const closeIdle = server.closeIdleConnections.bind(server)
    // Called by close(): it would cut connections on which the next request is already under way.
    server.closeIdleConnections = () => undefined
    const closed = new Promise((resolve) => server.once('close', resolve))
    stopListening()
    const pause = (ms: number) =>
      Promise.race([closed, delay(ms, undefined, { signal: stopping }).catch(() => undefined)])
    await pause(idleTimeoutInMs)
    const sweep = setInterval(() => {
      // To Node a connection is idle whose answer was handed over whole, read by the other side or not.
      if (Array.from(open).every(({ writableLength }) => writableLength === 0)) closeIdle()
    }, 1_000)
    await pause(timeoutInMs)
    clearInterval(sweep)
  }
}

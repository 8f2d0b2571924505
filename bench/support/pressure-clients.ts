import { connect, type Socket } from 'node:net'

/** Opens connections that say nothing, and resolves once all stand. */
export async function openIdleConnections(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Math.min(250, count - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => open(port)))))
  }
  return sockets
}

/** Connections that begin a request and never finish it: half of them in its head, half in its body. */
export async function openUnfinishedRequests(port: number, count: number): Promise<Socket[]> {
  const sockets = await openIdleConnections(port, count)
  sockets.forEach((socket, index) => {
    socket.write(
      index % 2 === 0
        ? 'GET /courses HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: '
        : 'POST /api/auth/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"email": "',
    )
  })
  return sockets
}

export function closeAll(sockets: Socket[]): void {
  for (const socket of sockets) socket.destroy()
}

export interface ReceivedResponse {
  status: number
  inMs: number
  retryAfter: string | null
}

/** Asks all at once and waits for every answer; a broken connection counts as status 0. */
export async function askAtOnce(
  requests: (() => Promise<Response>)[],
): Promise<ReceivedResponse[]> {
  return Promise.all(
    requests.map(async (request) => {
      const since = performance.now()
      try {
        const answer = await request()
        await answer.arrayBuffer()
        const retryAfter = answer.headers.get('retry-after')
        return { status: answer.status, inMs: performance.now() - since, retryAfter }
      } catch {
        return { status: 0, inMs: performance.now() - since, retryAfter: null }
      }
    }),
  )
}

/** Asks again and again, one after the other with little pauses, until told to stop. */
export function keepAsking(request: () => Promise<Response>): {
  stop: () => Promise<ReceivedResponse[]>
} {
  const answers: ReceivedResponse[] = []
  let isStopped = false
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      answers.push(...(await askAtOnce([request])))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      isStopped = true
      await looping
      return answers
    },
  }
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    socket.resume() // the end of what nobody reads is never seen
    socket.on('error', () => undefined) // the server may hang up on us: that is what is tried
  })
}

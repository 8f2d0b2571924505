import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'

interface Line {
  url: string
  server: Server
  /** From now on nothing arrives, and nobody is told. */
  cut(): void
  restore(): void
  /** The connections of now stay cut, whatever comes. */
  forget(): void
  close(): void
}

/** Stands between a client and the database, as a network does. */
export async function openLine(databaseUrl: string): Promise<Line> {
  const { host, port, user = '', database = '' } = new pg.Client(databaseUrl)
  const sockets = new Set<Socket>()
  const forgotten = new Set<Socket>()
  let isCut = false
  const forward = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('data', (data) => {
      if (!isCut && !forgotten.has(from)) to.write(data)
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const server = createServer((client) => {
    const upstream = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${port}`)
      : connect(port, host)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const ownPort = typeof address === 'object' ? address?.port : 0
  return {
    url: `postgres://${user}@127.0.0.1:${ownPort}/${database}`,
    server,
    cut: () => {
      isCut = true
    },
    restore: () => {
      isCut = false
    },
    forget: () => {
      for (const socket of sockets) forgotten.add(socket)
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

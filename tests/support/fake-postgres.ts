import { createServer, type Socket } from 'node:net'

type Answer =
  | { kind: 'refuses'; code: string; message: string }
  | { kind: 'has version'; number: string }
  | { kind: 'speaks http' }
  | { kind: 'is silent' }
  | { kind: 'hangs up'; afterInMs: number }
  | { kind: 'ends' }

export interface FakePostgres {
  url: string
  close(): void
}

/**
 * Answers as a PostgreSQL would that cannot be had here: too old, with a password, ending in that moment,
 * or none at all. On a port of its own, or on the socket that is told.
 */
export async function startFakePostgres(answer: Answer, path?: string): Promise<FakePostgres> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      if (answer.kind === 'is silent') return
      if (answer.kind === 'hangs up') return setTimeout(() => socket.destroy(), answer.afterInMs)
      if (answer.kind === 'speaks http') return socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      if (answer.kind === 'refuses') {
        const fields = ['SFATAL', `C${answer.code}`, `M${answer.message}`, '', '']
        return socket.end(message('E', Buffer.from(fields.join('\0'))))
      }
      const letIn = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])
      if (answer.kind === 'ends') {
        server.close()
        const leave = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))
        return socket.end(Buffer.concat([letIn, leave]))
      }
      socket.write(letIn)
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) === 'Q') socket.write(oneValue(answer.number))
      })
    })
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(path ? { path } : { port: 0, host: '127.0.0.1' }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `postgresql://asha:open-sesame@127.0.0.1:${port}/academy`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** One row of one column of text. */
function oneValue(value: string): Buffer {
  const column = Buffer.concat([
    Buffer.from('value\0'),
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
  ])
  const length = Buffer.alloc(4)
  length.writeInt32BE(value.length)
  return Buffer.concat([
    message('T', Buffer.concat([Buffer.from([0, 1]), column])),
    message('D', Buffer.concat([Buffer.from([0, 1]), length, Buffer.from(value)])),
    message('C', Buffer.from('SHOW\0')),
    message('Z', Buffer.from('I')),
  ])
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

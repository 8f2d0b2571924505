import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import getTlsOptions from 'smtp-server/lib/tls-options.js'

/** Where a mail is refused, and how; `silence` and `close` are after the server has all of it. */
export type Answer =
  | { at: 'RCPT TO' | 'DATA'; code: number }
  | { at: 'DATA'; code: 'silence' | 'close'; isTaken: boolean }

export interface MailServer {
  smtpUrl: string
  /** What arrived, oldest first, as it went over the wire. */
  received: { to: string[]; source: string }[]
  /** The addresses that it was asked to take mail for, as often as it was. */
  asked: string[]
  /** Answers the next so many mails with a temporary error. */
  refuse(count: number): void
  /** Answers mails to this address like that, the next so many times; for ever if left out. */
  answer(address: string, answer: Answer, times?: number): void
  /** What becomes of new connections; those that are open are closed. Null: they are welcome. */
  turnAway(how: 'silence' | 'close' | 'closing' | null): void
  /** Forgets what it was told to answer, and to whom it has: an answer may be left that nobody came for. */
  forget(): void
  /** How long it thinks about each mail. */
  pauseInMs: number
  close(): Promise<void>
}

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  const asked: string[] = []
  const answers = new Map<string, { answer: Answer; times: number }>()
  const sockets = new Map<number | undefined, Socket>()
  let problems = 0
  let turnedAway: Parameters<MailServer['turnAway']>[0] = null
  const takeAnswer = (address: string, at: Answer['at']): Answer | undefined => {
    const known = answers.get(address)
    if (known?.answer.at !== at || known.times === 0) return undefined
    known.times -= 1
    return known.answer
  }
  const no = (responseCode: number) => Object.assign(new Error('Try again later'), { responseCode })
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (turnedAway === 'closing') done(no(421))
      else if (turnedAway !== 'silence') done()
    },
    onRcptTo({ address }, _session, done) {
      asked.push(address)
      const answer = takeAnswer(address, 'RCPT TO')
      done(answer && no(Number(answer.code)))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const answer = takeAnswer(to[0] ?? '', 'DATA')
        if (problems > 0) {
          problems -= 1
          return done(no(451))
        }
        if (typeof answer?.code === 'number') return done(no(answer.code))
        const isTaken = answer === undefined || ('isTaken' in answer && answer.isTaken)
        if (isTaken) received.push({ to, source: Buffer.concat(chunks).toString('utf8') })
        if (answer?.code === 'close') return void sockets.get(session.remotePort)?.destroy()
        if (answer === undefined) setTimeout(done, self.pauseInMs)
      })
    },
  })
  server.on('error', () => undefined) // connections that clients break off
  server.server.prependListener('connection', (socket: Socket) => {
    if (turnedAway === 'close') return void socket.destroy()
    sockets.set(socket.remotePort, socket)
    socket.once('close', () => sockets.delete(socket.remotePort))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port, not on a path
  const self: MailServer = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    received,
    asked,
    pauseInMs: 0,
    refuse: (count) => {
      problems = count
    },
    answer: (address, answer, times = Number.POSITIVE_INFINITY) =>
      void answers.set(address, { answer, times }),
    forget: () => {
      received.length = 0
      asked.length = 0
      answers.clear()
    },
    turnAway: (how) => {
      turnedAway = how
      if (how !== null) for (const socket of sockets.values()) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets.values()) socket.destroy()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return self
}

/**
 * A mail server whose certificate nobody trusts: no client comes further. Not by `SMTPServer`, which asks
 * a connection that is gone for its protocol, and Node.js ends with a segmentation fault.
 */
export async function startUntrustedServer(): Promise<{ smtpUrl: string; close(): void }> {
  const server = createServer(getTlsOptions())
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, not on a path
  return { smtpUrl: `smtps://127.0.0.1:${port}`, close: () => void server.close() }
}

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  smtpUrl: string
  /** What arrived, oldest first, as it went over the wire. */
  received: { to: string[]; source: string }[]
  /** Answers the next so many mails with a temporary error. */
  refuse(count: number): void
  close(): Promise<void>
}

/** A real SMTP server on this machine. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer['received'] = []
  let problems = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (problems > 0) {
          problems -= 1
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          return
        }
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, source: Buffer.concat(chunks).toString('utf8') })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo // it listens on a port, not on a path
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (count) => {
      problems = count
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
      }),
  }
}

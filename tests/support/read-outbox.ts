import * as z from 'zod'
import type { TestServer } from './start-test-server.ts'

const listed = z.array(
  z.object({
    id: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sent_at: z.iso.datetime(),
  }),
)

export type OutboxMail = z.infer<typeof listed>[number]

/** The mails kept for an address, newest first. */
export async function readOutbox(server: TestServer, to: string): Promise<OutboxMail[]> {
  const answer = await server.fetch(`/dev/outbox.json?to=${encodeURIComponent(to)}`)
  return listed.parse(await answer.json())
}

/** The six digits of the newest mail. */
export async function readCode(server: TestServer, to: string): Promise<string> {
  const [newest] = await readOutbox(server, to)
  const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was mailed to ${to}`)
  return code
}

/** The token in the link of the newest mail. */
export async function readResetToken(server: TestServer, to: string): Promise<string> {
  const [newest] = await readOutbox(server, to)
  const token = /\?token=([\w-]+)/.exec(newest?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No link was mailed to ${to}`)
  return token
}

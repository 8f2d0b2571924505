import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { evaluateFailure } from './evaluate-failure.ts'
import { type ClaimedMail, type MailTransport, SendError } from './mail-transport.ts'

interface SmtpOptions {
  smtpUrl: string
  from: string
  maxConnections: number
  /** How long the server may be silent; left out: as long as a slow one needs. */
  silenceInMs?: number
}

/** Carries mails to a real SMTP server, several at a time over kept connections. */
export function createSmtpTransport(options: SmtpOptions): MailTransport {
  const { silenceInMs } = options
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: options.maxConnections,
    maxRequeues: 1,
    connectionTimeout: silenceInMs ?? 10_000,
    greetingTimeout: silenceInMs ?? 10_000,
    socketTimeout: silenceInMs ?? 30_000,
  })
  /** Of each mail that is being sent its contents, one for each connection that was tried. */
  const contents = new Map<string, Readable[]>()
  transport.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message)
    message.createReadStream = (...given) => {
      const content = createReadStream(...given)
      contents.get(message.messageId())?.push(content)
      return content
    }
    done()
  })
  const host = options.from.split('@').at(-1)?.replace('>', '') ?? 'academy'
  return {
    send: async (mail, attachment) => {
      const messageId = `<${mail.id}@${host}>`
      const ofMail: Readable[] = []
      contents.set(messageId, ofMail)
      try {
        await transport.sendMail({
          from: options.from,
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId,
          attachments: attachment === null ? [] : [attachment],
          ...headersOf(mail),
        })
      } catch (error) {
        const isContentBegun = ofMail.some(({ readableDidRead }) => readableDidRead)
        throw new SendError(evaluateFailure(error, isContentBegun), error)
      } finally {
        contents.delete(messageId)
      }
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: mail programs show a button that unsubscribes without a visit. It is for HTTPS only. */
function headersOf({ unsubscribeUrl: url }: ClaimedMail) {
  if (url === null) return {}
  const headers: Record<string, string> = {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
  return { headers }
}

import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Renders what a mail names as its attachment; null if there is no such thing any more. */
export type RenderAttachment = (reference: string) => Promise<MailAttachment | null>

export interface MailTransport {
  send(mail: ClaimedMail, attachment: MailAttachment | null): Promise<void>
  close(): void
}

type ClaimedMail = typeof mails.$inferSelect

/** Carries mails to a real SMTP server, a few at a time over kept connections. */
export function createSmtpTransport(options: { smtpUrl: string; from: string }): MailTransport {
  const transport = createTransport({
    url: options.smtpUrl,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    send: async (mail, attachment) => {
      await transport.sendMail({
        from: options.from,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.id}@${options.from.split('@').at(-1)?.replace('>', '') ?? 'academy'}>`,
        attachments: attachment === null ? [] : [attachment],
        ...(mail.unsubscribeUrl !== null && { headers: unsubscribeHeaders(mail.unsubscribeUrl) }),
      })
    },
    close: () => transport.close(),
  }
}

/** RFC 8058: mail programs show a button that unsubscribes without a visit. It is for HTTPS only. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

const batchSize = 20
const attemptsBeforeGivingUp = 12

/**
 * Sends what is due, oldest first. A mail is claimed before it is sent, so several processes never
 * send the same one; a claim whose process died comes due again after five minutes.
 * Failures are retried with doubling pauses (one minute up to six hours), then kept with their error.
 * Of letters to many people a claim never comes due again, nor does one that the mail server may have
 * taken: rather lost than read twice.
 */
export async function deliverMails(
  db: Database,
  transport: MailTransport,
  renderAttachment: RenderAttachment,
  log: Pick<Logger, 'warn'>,
): Promise<number> {
  let sent = 0
  for (;;) {
    const claimed = await claimDueMails(db)
    for (const mail of claimed) {
      try {
        const { attachment } = mail
        await transport.send(mail, attachment === null ? null : await renderAttachment(attachment))
        await markSent(db, mail.id)
        sent += 1
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log.warn({ mail_id: mail.id, attempts: mail.attempts, reason }, 'mail not sent yet')
        await markFailed(db, mail, reason, isSurelyUnsent(error))
      }
    }
    if (claimed.length < batchSize) return sent
  }
}

async function claimDueMails(db: Database): Promise<ClaimedMail[]> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextAttemptAt, sql`now()`)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(batchSize)
    .for('update', { skipLocked: true })
  const claimed = db.$with('claimed').as(
    db
      .update(mails)
      .set({
        attempts: sql`${mails.attempts} + 1`,
        nextAttemptAt: sql`case when ${mails.list} is null then clock_timestamp() + interval '5 minutes' end`,
        mayHaveArrived: sql`${mails.list} is not null`,
        lastError: sql`case when ${mails.list} is null then ${mails.lastError} else 'The process that was sending it ended: it may have arrived.' end`,
      })
      .where(inArray(mails.id, due))
      .returning(),
  )
  return db.with(claimed).select().from(claimed).orderBy(asc(claimed.queuedAt))
}

async function markSent(db: Database, id: string): Promise<void> {
  await db
    .update(mails)
    .set({
      sentAt: sql`clock_timestamp()`,
      nextAttemptAt: null,
      lastError: null,
      mayHaveArrived: false,
    })
    .where(eq(mails.id, id))
}

/** True if the server has said no, or could not be reached: then it has nothing of the mail. */
function isSurelyUnsent(error: unknown): boolean {
  const { responseCode, syscall, code }: Record<string, unknown> = Object(error)
  return responseCode !== undefined || syscall === 'connect' || code === 'EDNS'
}

async function markFailed(
  db: Database,
  mail: ClaimedMail,
  reason: string,
  mayBeRepeated: boolean,
): Promise<void> {
  const pauseInMinutes = Math.min(2 ** (mail.attempts - 1), 360)
  const gaveUp = mail.attempts >= attemptsBeforeGivingUp || (mail.list !== null && !mayBeRepeated)
  await db
    .update(mails)
    .set({
      lastError: reason.slice(0, 500),
      mayHaveArrived: mail.list !== null && !mayBeRepeated,
      nextAttemptAt: gaveUp
        ? null
        : sql`clock_timestamp() + make_interval(mins => ${pauseInMinutes})`,
    })
    .where(eq(mails.id, mail.id))
}

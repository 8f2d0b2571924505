import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import { claimMail, type IsWanted, markFailed, markSent, renewClaims } from './claim-mail.ts'
import {
  type ClaimedMail,
  type Failure,
  type MailTransport,
  type RenderAttachment,
  SendError,
} from './mail-transport.ts'

export interface Delivery {
  db: Database
  transport: MailTransport
  renderAttachment: RenderAttachment
  isWanted: IsWanted
  log: Pick<Logger, 'warn'>
}

interface Round {
  /** So many mails at once. */
  connections: number
  /** See `priorities`. */
  mostPriority: number
  /** A claim of somebody who is gone ends after this; others are renewed long before. */
  claimInMs?: number
}

/**
 * Sends what is due, the smallest priority first and the oldest of these, several at a time. Each mail is
 * claimed just before it is sent, and its claim goes on for as long as that takes, so several processes
 * never send the same one; a claim whose process died comes due again. Of letters to many people a claim
 * never comes due again, nor does one that the mail server may have taken: rather lost than read twice.
 * A server that takes none ends the round. Told to stop, it ends with the mails that are under way.
 */
export async function deliverMails(
  delivery: Delivery,
  { connections, mostPriority, claimInMs = 120_000 }: Round,
  stopped?: AbortSignal,
): Promise<number> {
  const { db, log, isWanted } = delivery
  const underWay = new Set<ClaimedMail>()
  const failures: unknown[] = []
  let sent = 0
  let isOver = false

  const claimNext = async () =>
    isOver || stopped?.aborted
      ? null
      : claimMail(db, { mostPriority, lastsInMs: claimInMs, isWanted })
  const sendOne = async (mail: ClaimedMail): Promise<void> => {
    underWay.add(mail)
    try {
      const outcome = await send(delivery, mail, claimInMs)
      if (outcome === 'sent') sent += 1
      if (outcome === 'unavailable') isOver = true
    } finally {
      underWay.delete(mail)
    }
  }
  const work = async (others: number): Promise<void> => {
    let next: Promise<void> | undefined
    try {
      for (let claim = await claimNext(); claim; claim = await claimNext()) {
        // There may be more: a second connection looks for it meanwhile, and so on.
        if (others > 0) next ??= work(others - 1)
        if (!claim.isWithdrawn) await sendOne(claim.mail)
      }
    } catch (error) {
      isOver = true
      failures.push(error)
    }
    await next
  }

  const renewing = setInterval(() => {
    renewClaims(db, [...underWay], claimInMs).catch((error: unknown) => {
      log.warn({ err: error }, 'claims of mails under way not renewed')
    })
  }, claimInMs / 4)
  await work(connections - 1)
  clearInterval(renewing)
  if (failures.length > 0) throw failures[0]
  return sent
}

async function send(
  { db, transport, renderAttachment, log }: Delivery,
  mail: ClaimedMail,
  claimInMs: number,
): Promise<Failure | 'sent' | 'taken over'> {
  const { attachment } = mail
  try {
    const content = attachment === null ? null : await renderAttachment(attachment)
    // Rendering takes its time: the process may have stood still for longer than its claim.
    const isHeld = content === null || (await renewClaims(db, [mail], claimInMs)).length > 0
    if (!isHeld) return 'taken over'
    await transport.send(mail, content)
  } catch (error) {
    const failure = error instanceof SendError ? error.failure : 'deferred'
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ mail_id: mail.id, attempts: mail.attempts, failure, reason }, 'mail not sent')
    await markFailed(db, mail, { failure, reason })
    return failure
  }
  await markSent(db, mail)
  return 'sent'
}

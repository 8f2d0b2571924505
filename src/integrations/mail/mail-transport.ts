import type { mails } from './tables.ts'

export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Renders what a mail names as its attachment; null if there is no such thing any more. */
export type RenderAttachment = (reference: string) => Promise<MailAttachment | null>

export type ClaimedMail = typeof mails.$inferSelect

/**
 * What became of a mail. `refused`: the server will never take it. `deferred`: it takes it later, perhaps.
 * `unavailable`: it takes none at this moment, and has nothing of this one. `unknown`: it may have it.
 */
export type Failure = 'refused' | 'deferred' | 'unavailable' | 'unknown'

export class SendError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.failure = failure
  }
}

export interface MailTransport {
  /** Throws a `SendError` unless the mail server has taken the mail. */
  send(mail: ClaimedMail, attachment: MailAttachment | null): Promise<void>
  close(): void
}

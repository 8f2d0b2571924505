/**
 * `refused`: Razorpay answered 4xx and says why; asking again changes nothing.
 * `unauthorized`: 401 or 403, it does not take our keys, which says nothing about what was asked.
 * `busy`: 429, or 409 while the same call is under way: ask again later. `unavailable`: 5xx, timeout, network or an answer that is not
 * Razorpay's, so it is unknown whether the request was acted upon.
 */
export type RazorpayErrorKind = 'refused' | 'unauthorized' | 'busy' | 'unavailable'

interface RazorpayErrorDetails {
  kind: RazorpayErrorKind
  status?: number | null
  code?: string | null | undefined
  description?: string | null | undefined
  field?: string | null | undefined
  reason?: string | null | undefined
  retryAfterInSeconds?: number | null
  cause?: unknown
}

/** The one error of the client. Its fields hold what Razorpay said, never what we sent. */
export class RazorpayError extends Error {
  override readonly name = 'RazorpayError'
  readonly kind: RazorpayErrorKind
  /** HTTP status; null when there was no answer at all. */
  readonly status: number | null
  readonly code: string | null
  readonly description: string | null
  readonly field: string | null
  readonly reason: string | null
  /** Only with `busy`, and only when Razorpay named a time. */
  readonly retryAfterInSeconds: number | null

  constructor(message: string, details: RazorpayErrorDetails) {
    super(message, { cause: details.cause })
    this.kind = details.kind
    this.status = details.status ?? null
    this.code = details.code ?? null
    this.description = details.description ?? null
    this.field = details.field ?? null
    this.reason = details.reason ?? null
    this.retryAfterInSeconds = details.retryAfterInSeconds ?? null
  }
}

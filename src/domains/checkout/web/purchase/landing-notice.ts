import type { PurchaseNotice } from './purchase-notice.tsx'
import { type NoticeKind, wordNotice } from './word-notice.ts'

const kinds: Record<string, NoticeKind> = {
  failed: 'failed',
  unverified: 'verification_refused',
  pending: 'pending',
  refunded: 'refunded',
}

/** What `?payment=` says to a buyer who comes back from a checkout that led away. */
export function describeLanding(payment: string): PurchaseNotice | null {
  const kind = kinds[payment]
  return kind === undefined ? null : wordNotice(kind)
}

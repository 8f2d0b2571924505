import { type NoticeKind, noticeLabel } from './notice-label.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'

const kinds: Record<string, NoticeKind> = {
  failed: 'failed',
  unverified: 'verification_refused',
  pending: 'pending',
  refunded: 'refunded',
}

/** What `?payment=` says to a buyer who comes back from a checkout that led away. */
export function describeLanding(payment: string): PurchaseNotice | null {
  const kind = kinds[payment]
  return kind === undefined ? null : noticeLabel(kind)
}

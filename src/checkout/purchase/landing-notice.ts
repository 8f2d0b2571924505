import type { PurchaseNotice } from './purchase-notice.tsx'

const kinds: Record<string, PurchaseNotice['kind']> = {
  failed: 'failed',
  unverified: 'verification_failed',
  pending: 'pending',
  refunded: 'refunded',
}

/** What `?payment=` says to a buyer who comes back from a checkout that led away. */
export function readLandingNotice(search: URLSearchParams): PurchaseNotice | null {
  const kind = kinds[search.get('payment') ?? '']
  return kind === undefined ? null : { kind, detail: null }
}

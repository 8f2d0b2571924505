import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/database/database.ts'
import { checkBooks, type Rule } from '../payments/check-books.ts'
import { readLedger } from '../payments/ledger.ts'
import type { Provider } from '../payments/provider.ts'

/** Nobody has a GSTIN here. */
const ofTax: Rule = 'invoices missing, doubled or wrong'

/**
 * Compares the provider's books with the academy's, order by order and number by number, until they agree:
 * what was under way in a fault is found by the reconciler. What still differs then is told; empty: nothing.
 */
export async function settleBooks(db: Database, provider: Provider): Promise<string[]> {
  const until = Date.now() + 180_000
  for (;;) {
    const violations = checkBooks(provider.readBooks(), await readLedger(db))
    const found = Object.entries(violations).flatMap(([rule, what]) =>
      what.length > 0 && rule !== ofTax ? [`${rule}: ${what.slice(0, 3).join(', ')}`] : [],
    )
    if (found.length === 0 || Date.now() > until) return found
    await delay(2_000)
  }
}

import type { Database } from '../../../platform/database/database.ts'
import { readRegistration } from './read-tax-settings.ts'
import { splitTax } from './split-tax.ts'

/**
 * The GST inside a price, in paise, before it is known where the buyer is; null: none is collected.
 * Inside the academy's State an invoice may say a paisa less (docs/decisions/0049, the odd paisa).
 */
export async function findIncludedTax(db: Database, amountInPaise: number): Promise<number | null> {
  if ((await readRegistration(db)) === null) return null
  return splitTax(amountInPaise, false).igstInPaise
}

import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CouponLimits } from './prices/guard-codes.ts'

export interface OffersDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  limits: CouponLimits
  /** Whether a learner has bought anything, which a later domain knows. */
  hasBought: (db: Database, learnerId: string) => Promise<boolean>
  /** GST inside a price, in paise; null: none is collected. Also of a later domain. */
  findIncludedTax: (db: Database, amountInPaise: number) => Promise<number | null>
}

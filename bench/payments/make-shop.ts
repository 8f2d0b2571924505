import { sql } from 'drizzle-orm'
import { checkCharacterOf } from '../../src/domains/tax/server/gstin.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/database/new-id.ts'

export interface Bundle {
  id: string
  courseIds: string[]
}

/** What stands on the shelf besides courses at their list price. */
export interface Shop {
  bundles: Bundle[]
  /** Codes of coupons with few uses. */
  coupons: string[]
}

const sellerState = '29'

/** Bundles, a launch price, and coupons that are used up before the run is over. */
export async function makeShop(
  db: Database,
  { courseIds, purchases, by }: { courseIds: string[]; purchases: number; by: string },
): Promise<Shop> {
  const [first = '', second = '', ...others] = courseIds
  const bundles = [
    { id: newId(), courseIds: [first, second] },
    { id: newId(), courseIds: [second, ...others] },
  ]
  for (const [index, { id, courseIds }] of bundles.entries()) {
    await db.execute(sql`
      insert into bundles (id, title, price_in_paise)
      values (${id}, ${`Bundle ${index + 1}`}, ${799_901 + index * 700_006})`)
    for (const [position, courseId] of courseIds.entries())
      await db.execute(sql`insert into bundle_courses values (${id}, ${position}, ${courseId})`)
  }
  await db.execute(sql`
    insert into launch_prices (course_id, price_in_paise, starts_at, ends_at, set_by)
    values (${second}, 299933, now() - interval '1 day', now() + interval '1 day', ${by})`)
  const uses = (share: number): number => Math.max(1, Math.round(purchases * share))
  await db.execute(sql`
    insert into coupons (code, percent_off, amount_off_in_paise, course_id, max_uses,
           max_uses_per_learner, first_purchase_only)
    values ('PERCENT17', 17, null, null, ${uses(0.08)}, null, false),
           ('RUPEES500', null, 50000, null, ${uses(0.04)}, 1, false),
           ('FIRST', 50, null, null, ${uses(0.04)}, null, true),
           ('GIFT', 100, null, null, ${uses(0.03)}, 1, false),
           ('ONECOURSE', null, 12345, ${first}, ${uses(0.02)}, null, false)`)
  return { bundles, coupons: ['PERCENT17', 'RUPEES500', 'FIRST', 'GIFT', 'ONECOURSE'] }
}

/** From now on every buyer is asked where they live, and every payment is invoiced. */
export async function registerSeller(db: Database, by: string): Promise<void> {
  await db.execute(sql`
    insert into tax_settings (legal_name, address, state_code, gstin, sac, set_by)
    values ('Bench Academy Private Limited', '1 Residency Road, Bengaluru', ${sellerState},
            ${makeGstin(sellerState, 1)}, '999293', ${by})`)
}

/** One that its check character fits; the number makes it somebody's own. */
export function makeGstin(state: string, number: number): string {
  const first14 = `${state}AAPFU${String(number % 10_000).padStart(4, '0')}F1Z`
  return first14 + checkCharacterOf(first14)
}

import type { Database } from '../../../platform/database/database.ts'
import { toPaise, toRupees } from '../../../shared/money.ts'
import type { Course } from '../contract.ts'

/** What offers and tax know of prices, which stand behind the catalogue: handed in from outside. */
export interface PriceReader {
  /** Of these courses, or of all. */
  listLaunchPrices: (db: Database, courseIds?: readonly string[]) => Promise<LaunchPrices>
  /** In paise; null: none is collected. */
  findIncludedTax: (db: Database, amountInPaise: number) => Promise<number | null>
}

export interface LaunchPrices {
  /** By course, those that run at this moment. */
  running: ReadonlyMap<string, { priceInPaise: number; endsAt: Date }>
  /** Until one of them begins or ends; null: none will. */
  changesInMs: number | null
}

/** The launch price as the course tells it. One that is no saving is none (as for an order). */
export function describeLaunchPrice(
  { running }: LaunchPrices,
  course: Pick<Course, 'id' | 'price'>,
): Pick<Course, 'launch_price'> {
  const launch = running.get(course.id)
  if (!launch || launch.priceInPaise >= toPaise(course.price)) return {}
  return {
    launch_price: { price: toRupees(launch.priceInPaise), ends_at: launch.endsAt.toISOString() },
  }
}

/** For `keptForInMs`: what shows a launch price is made anew when it begins and when it ends. */
export function keptUntilChange({ changesInMs }: LaunchPrices): { keptForInMs?: number } {
  return changesInMs === null ? {} : { keptForInMs: changesInMs }
}

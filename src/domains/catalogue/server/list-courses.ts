import { pathOf } from '../../../http/endpoint.ts'
import { pack } from '../../../http/server/pages/pack.ts'
import { type PreparedResponse, preparePacked } from '../../../http/server/prepared-response.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import * as catalogue from '../contract.ts'
import { describeRating, type RatingReader } from './describe-rating.ts'
import { describeLaunchPrice, keptUntilChange, type PriceReader } from './offered-price.ts'
import { inShort, readCoursesOnSale } from './read-courses.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** All courses on sale, oldest first, without video links: the same for everybody, kept packed. */
export async function listCourses(deps: {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  offers: PriceReader
  readRatings: RatingReader
}): Promise<PreparedResponse> {
  return deps.cache.find(pathOf(catalogue.listCourses.route), async () => {
    const rows = await readCoursesOnSale(deps.db)
    const launchPrices = await deps.offers.listLaunchPrices(deps.db)
    const ratings = await deps.readRatings(deps.db)
    const courses: catalogue.Course[] = rows.map(({ course }) => ({
      ...inShort(course),
      ...describeLaunchPrice(launchPrices, course),
      ...describeRating(ratings, course),
    }))
    const value = preparePacked(await pack(Buffer.from(JSON.stringify(courses)), 9), headers)
    const { sizeInBytes } = value
    return { value, sizeInBytes, tags: ['courses'], ...keptUntilChange(launchPrices) }
  })
}

import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { onlyCurrentUser } from '../../../http/server/session-query.ts'
import { cutPage } from '../../../platform/database/cut-page.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { toRupees } from '../../../shared/money.ts'
import { keptUntilChange } from '../../catalogue/server/offered-price.ts'
import * as offers from '../contract.ts'
import { describeAdminBundle, describeBundle, inputOf } from './bundles/describe-bundle.ts'
import {
  type BundlePage,
  findBundle,
  findBundleOnSale,
  listAllBundles,
  listBundlesOnSale,
} from './bundles/read-bundles.ts'
import { changeBundle, createBundle, endBundle } from './bundles/save-bundle.ts'
import { createCoupon } from './coupons/create-coupon.ts'
import { describeCoupon } from './coupons/describe-coupon.ts'
import { endCoupon } from './coupons/end-coupon.ts'
import { listCoupons, readCoupon } from './coupons/list-coupons.ts'
import type { OffersDependencies } from './dependencies.ts'
import { listLaunchPrices } from './prices/list-launch-prices.ts'
import { respondWithQuote } from './prices/respond-with-quote.ts'
import { readLaunchPrices, removeLaunchPrice, setLaunchPrice } from './prices/set-launch-price.ts'

export function offersRoutes(serve: Serve, deps: OffersDependencies): void {
  const { db } = deps

  serve(offers.getQuote, ({ query, caller, ip }) => respondWithQuote(deps, query, caller, ip), {
    query: onlyCurrentUser,
  })

  const listBundles = async (query: BundlePage) =>
    pageOf(query.limit, await listBundlesOnSale(db, query), describeBundle)
  serve(offers.listBundles, async ({ query }) => {
    if (query.cursor !== undefined) return listBundles(query)
    // Pages of visitors are made of the first ones, and hang on what these hang on.
    return deps.cache.find(`bundles ${query.limit}`, async () => {
      const launchPrices = await listLaunchPrices(db)
      const value = await listBundles(query)
      const sizeInBytes = 2 * JSON.stringify(value).length
      return { value, sizeInBytes, tags: ['bundles', 'courses'], ...keptUntilChange(launchPrices) }
    })
  })

  serve(offers.getBundle, async ({ params }) => {
    const stored = await findBundleOnSale(db, params.id)
    if (!stored) throw new ProblemError('bundle_not_found')
    const taxInPaise = await deps.findIncludedTax(db, stored.bundle.priceInPaise)
    return {
      ...describeBundle(stored),
      tax_included: taxInPaise === null ? null : toRupees(taxInPaise),
    }
  })

  serve(offers.listAdminBundles, async ({ query }) =>
    pageOf(query.limit, await listAllBundles(db, query), describeAdminBundle),
  )

  serve(offers.createBundle, async ({ body, audit }) =>
    db.transaction(async (db) => {
      const { stored, isNew } = await createBundle(db, body)
      const made = describeAdminBundle(stored)
      if (isNew) await audit(db, { subject: { kind: 'bundle', id: made.id }, after: soldAs(made) })
      return made
    }),
  )

  serve(offers.changeBundle, async ({ params, body: { before: seen, ...body }, audit }) =>
    db.transaction(async (db) => {
      await lockUntilCommit(db, 'bundle', params.id)
      const before = await findBundle(db, params.id)
      if (before && seen && !isDeepStrictEqual(seen, inputOf(before))) {
        // By this call, whose answer was lost.
        if (isDeepStrictEqual(body, inputOf(before))) return describeAdminBundle(before)
        throw new ProblemError('bundle_changed')
      }
      const changed = describeAdminBundle(await changeBundle(db, params.id, body))
      await audit(db, {
        before: before && soldAs(describeAdminBundle(before)),
        after: soldAs(changed),
      })
      return changed
    }),
  )

  serve(offers.endBundle, async ({ params, audit }) => {
    await db.transaction(async (db) => {
      const before = await findBundle(db, params.id)
      await endBundle(db, params.id)
      await audit(db, {
        before: before && soldAs(describeAdminBundle(before)),
        after: { state: 'ended' },
      })
    })
    return { message: t('The bundle is off sale. Its buyers keep its courses.') }
  })

  serve(offers.createCoupon, async ({ body, caller, audit }) =>
    db.transaction(async (db) => {
      await createCoupon(db, body, caller.learnerId)
      await audit(db, { subject: { kind: 'coupon', id: body.code }, after: body })
      return describeCoupon(await readCoupon(db, body.code))
    }),
  )

  serve(offers.listCoupons, async ({ query }) => {
    const { page, next_cursor } = await listCoupons(db, query)
    return { coupons: page.map(describeCoupon), next_cursor }
  })

  serve(offers.getCoupon, async ({ params }) => describeCoupon(await readCoupon(db, params.code)))

  serve(offers.endCoupon, async ({ params, audit }) => {
    await db.transaction(async (db) => {
      await endCoupon(db, params.code)
      const { text, uses, ended_at } = describeCoupon(await readCoupon(db, params.code))
      await audit(db, { before: { text, uses }, after: { ended_at } })
    })
    return { message: t('The coupon has ended. Orders made with it may still be paid.') }
  })

  serve(offers.getLaunchPrice, ({ params }) => readLaunchPrices(db, params.id))

  serve(offers.setLaunchPrice, ({ params, body, caller, audit }) =>
    db.transaction(async (db) => {
      const before = (await readLaunchPrices(db, params.id)).current
      const set = await setLaunchPrice(db, params.id, body, caller.learnerId)
      await audit(db, { subject: launchPriceOf(params.id), before, after: set.current })
      return set
    }),
  )

  serve(offers.removeLaunchPrice, ({ params, caller, audit }) =>
    db.transaction(async (db) => {
      const before = (await readLaunchPrices(db, params.id)).current
      const removed = await removeLaunchPrice(db, params.id, caller.learnerId)
      await audit(db, { subject: launchPriceOf(params.id), before, after: removed.current })
      return removed
    }),
  )
}

function pageOf<Row, Described extends { id: string }>(
  limit: number,
  rows: Row[],
  describe: (row: Row) => Described,
): { bundles: Described[]; next_cursor: string | null } {
  const { page, next_cursor } = cutPage(rows.map(describe), limit)
  return { bundles: page, next_cursor }
}

function launchPriceOf(courseId: string) {
  return { kind: 'launch price', id: courseId }
}

/** What the audit log tells of a bundle. */
function soldAs({ title, price, courses, ended_at }: ReturnType<typeof describeAdminBundle>) {
  return { title, price, course_ids: courses.map(({ id }) => id), ended_at }
}

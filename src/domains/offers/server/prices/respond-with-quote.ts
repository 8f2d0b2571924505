import type { QueryOf, ResponseOf } from '../../../../http/endpoint.ts'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { toRupees } from '../../../../shared/money.ts'
import type { getQuote } from '../../contract.ts'
import { couponLabel } from '../coupons/describe-coupon.ts'
import { readCode } from '../coupons/read-code.ts'
import type { OffersDependencies } from '../dependencies.ts'
import { badInput } from '../require-courses.ts'
import { guardCodes, guessesOf } from './guard-codes.ts'
import { findOffered, type Offer, quoteOffer } from './quote-offer.ts'

/** What is asked for now, and if a coupon does not count, why not and what it costs without. */
export async function respondWithQuote(
  deps: OffersDependencies,
  { course_id, bundle_id, coupon }: QueryOf<typeof getQuote>,
  caller: CurrentUser | null,
  ip: string,
): Promise<ResponseOf<typeof getQuote>> {
  if ((course_id === undefined) === (bundle_id === undefined)) {
    throw badInput('course_id', t('Please name a course or a bundle.'))
  }
  const item = await findOffered(deps.db, { courseId: course_id, bundleId: bundle_id })
  const user = caller && {
    learnerId: caller.learnerId,
    hasBought: await deps.hasBought(deps.db, caller.learnerId),
  }
  const code = readCode(coupon)
  try {
    const guesses = guessesOf(deps.limits, caller, ip)
    const offer = await guardCodes(guesses, code, () => quoteOffer(deps.db, item, code, user))
    return await describe(deps, offer)
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.code.startsWith('coupon_')) throw error
    const { code, message } = error
    return {
      ...(await describe(deps, await quoteOffer(deps.db, item, null, user))),
      problem: { code, detail: t(message) },
    }
  }
}

async function describe(
  { db, findIncludedTax }: OffersDependencies,
  offer: Offer,
): Promise<ResponseOf<typeof getQuote>> {
  const { item, coupon } = offer
  const taxInPaise =
    offer.amountInPaise === 0 ? null : await findIncludedTax(db, offer.amountInPaise)
  const isReduced = item.priceInPaise < item.listPriceInPaise
  return {
    list_price: toRupees(item.listPriceInPaise),
    former_price: isReduced ? toRupees(item.listPriceInPaise) : null,
    launch_price_ends_at: item.launchPriceEndsAt?.toISOString() ?? null,
    discount: toRupees(offer.discountInPaise),
    price: toRupees(offer.amountInPaise),
    tax_included: taxInPaise === null ? null : toRupees(taxInPaise),
    coupon: coupon && {
      code: coupon.code,
      text: couponLabel(coupon),
      discount: toRupees(offer.couponDiscountInPaise),
    },
  }
}

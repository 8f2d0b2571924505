import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { ProblemCode } from '../../../../http/problems.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { type CouponRow, coupons } from '../tables.ts'
import { countOwnUses, isLeftForLearner, isLeftInTotal, noUses } from './count-uses.ts'

/** Who wants to use a coupon. */
export interface CouponUser {
  learnerId: string
  hasBought: boolean
}

/**
 * The coupon of a code that was typed or came by a link, if it may be used for this now. Refused with
 * the sentence for why not. A use may be reserved after `lockCoupons` only.
 *
 * @param courseId Null: what is bought is a bundle.
 * @param user Null: a visitor, of whom nothing is known yet.
 */
export async function checkCoupon(
  db: Database,
  code: string,
  courseId: string | null,
  user: CouponUser | null,
): Promise<CouponRow> {
  const coupon = await readCoupon(db, code)
  if (coupon.courseId !== null && coupon.courseId !== courseId) {
    throw refusal('coupon_not_for_this')
  }
  if (coupon.firstPurchaseOnly && user?.hasBought) {
    throw refusal('coupon_not_for_this', t('This coupon is for a first purchase only.'))
  }
  const own = user === null ? noUses : await countOwnUses(db, coupon.code, user.learnerId)
  if (!isLeftForLearner(coupon, own)) {
    throw refusal('coupon_used_up', t('You have used this coupon already.'))
  }
  if (!isLeftInTotal(coupon, own)) {
    const isForTheMoment = coupon.usesUsed < (coupon.maxUses ?? 0)
    throw isForTheMoment
      ? refusal(
          'coupon_used_up',
          t(
            'This coupon is taken for the moment. If somebody does not pay, it is free again within an hour.',
          ),
        )
      : refusal('coupon_used_up')
  }
  return coupon
}

/** By the database's clock. */
async function readCoupon(db: Database, code: string): Promise<CouponRow> {
  const [found] = await db
    .select({
      coupon: coupons,
      isOver: sql<boolean>`${coupons.endedAt} is not null
        or coalesce(${coupons.endsAt} <= now(), false)`,
      isToCome: sql<boolean>`coalesce(${coupons.startsAt} > now(), false)`,
    })
    .from(coupons)
    .where(eq(coupons.code, code))
  if (!found) throw refusal('coupon_unknown')
  if (found.isOver) throw refusal('coupon_expired')
  if (found.isToCome && found.coupon.startsAt !== null) {
    const time = formatDateTime(found.coupon.startsAt)
    throw refusal(
      'coupon_expired',
      t('This coupon cannot be used yet. It begins on {time}.', { time }),
    )
  }
  return found.coupon
}

function refusal(code: ProblemCode, detail?: string): ProblemError {
  const { message } = new ProblemError(code, detail === undefined ? {} : { detail })
  return new ProblemError(code, { detail: message, errors: [{ path: 'coupon', message }] })
}

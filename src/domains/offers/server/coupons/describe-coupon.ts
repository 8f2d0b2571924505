import { t } from '../../../../shared/i18n/translate.ts'
import { formatPaise, toRupees } from '../../../../shared/money.ts'
import type { Coupon } from '../../contract.ts'
import type { CouponRow } from '../tables.ts'
import type { TitledCoupon } from './list-coupons.ts'

/** What a coupon gives, e.g. '20% off'. */
export function couponLabel({
  percentOff,
  amountOffInPaise,
}: Pick<CouponRow, 'percentOff' | 'amountOffInPaise'>): string {
  return percentOff === null
    ? t('{amount} off', { amount: formatPaise(amountOffInPaise ?? 0) })
    : t('{percent}% off', { percent: percentOff })
}

/** A coupon as administrators see it. */
export function describeCoupon({ coupon: row, courseTitle }: TitledCoupon): Coupon {
  return {
    code: row.code,
    text: couponLabel(row),
    percent_off: row.percentOff,
    amount_off: row.amountOffInPaise === null ? null : toRupees(row.amountOffInPaise),
    course_id: row.courseId,
    course_title: courseTitle,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    max_uses: row.maxUses,
    max_uses_per_learner: row.maxUsesPerLearner,
    first_purchase_only: row.firstPurchaseOnly,
    uses: { reserved: row.usesReserved, used: row.usesUsed },
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}

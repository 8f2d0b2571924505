import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { toPaise } from '../../../../shared/money.ts'
import type { CouponInput } from '../../coupons/coupon-input.ts'
import { requireCourses } from '../require-courses.ts'
import { coupons } from '../tables.ts'

/** Refused with `coupon_code_taken` also if the one of this code has ended: its history keeps its name. */
export async function createCoupon(
  db: Database,
  input: CouponInput,
  administratorId: string,
): Promise<void> {
  if (input.course_id !== null) await requireCourses(db, [input.course_id], () => 'course_id')
  const [made] = await db
    .insert(coupons)
    .values({
      code: input.code,
      percentOff: input.percent_off,
      amountOffInPaise: input.amount_off === null ? null : toPaise(input.amount_off),
      courseId: input.course_id,
      startsAt: input.starts_at === null ? null : new Date(input.starts_at),
      endsAt: input.ends_at === null ? null : new Date(input.ends_at),
      maxUses: input.max_uses,
      maxUsesPerLearner: input.max_uses_per_learner,
      firstPurchaseOnly: input.first_purchase_only,
      createdBy: administratorId,
    })
    .onConflictDoNothing({ target: coupons.code })
    .returning({ code: coupons.code })
  if (made) return
  const { message } = new ProblemError('coupon_code_taken')
  throw new ProblemError('coupon_code_taken', { errors: [{ path: 'code', message }] })
}

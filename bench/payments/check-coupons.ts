import type { ReportViolation } from './check-books.ts'
import type { CouponLine, Ledger } from './ledger.ts'
import { groupBy } from './lists.ts'

/** Once all is heard, a use is used if and only if its order was paid, and nobody holds one unpaid. */
export function checkCoupons(report: ReportViolation, ledger: Ledger): void {
  const uses = new Map(ledger.couponUses.map((use) => [use.orderId, use]))
  for (const line of ledger.orders) {
    const use = uses.get(line.id)
    const name = `${line.couponCode} ${line.razorpayOrderId ?? line.id}`
    const isRight =
      line.couponCode === null
        ? use === undefined
        : use?.code === line.couponCode &&
          use.learnerId === line.learnerId &&
          use.state === (line.wasCompleted ? 'used' : 'released')
    if (!isRight) report('uses of coupons lost or miscounted', `${name}: ${use?.state}`)
  }
  for (const coupon of ledger.coupons) checkCoupon(report, ledger, coupon)
}

function checkCoupon(report: ReportViolation, ledger: Ledger, coupon: CouponLine): void {
  const { code, maxUses, maxUsesPerLearner } = coupon
  const paid = ledger.orders.filter((line) => line.couponCode === code && line.wasCompleted)
  if (paid.length > maxUses) report('coupons used too often', code)
  for (const [learnerId, own] of groupBy(paid, (line) => line.learnerId))
    if (own.length > (maxUsesPerLearner ?? Number.POSITIVE_INFINITY))
      report('coupons used too often', `${code} by ${learnerId}`)
  const count = (state: string): number =>
    ledger.couponUses.filter((use) => use.code === code && use.state === state).length
  if (coupon.used !== count('used') || coupon.reserved !== count('reserved'))
    report('uses of coupons lost or miscounted', `${code}: ${JSON.stringify(coupon)}`)
}

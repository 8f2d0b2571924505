import type { RazorpayDispute } from '../../../../integrations/razorpay/entities.ts'
import type { CheckoutDependencies } from '../dependencies.ts'

const pageSize = 100
/** A bank decides on a dispute within some months; older ones are not read again. */
const oldestInMs = 200 * 24 * 3_600_000

/** What the provider says of disputes now, newest first, a page at a time. */
export async function* readRecentDisputes({
  razorpay,
}: Pick<CheckoutDependencies, 'razorpay'>): AsyncGenerator<RazorpayDispute[]> {
  for (let skip = 0; ; skip += pageSize) {
    const page = await razorpay.listDisputes({ skip })
    const since = Date.now() - oldestInMs
    const recent = page.filter(({ createdAt }) => createdAt === null || createdAt.getTime() > since)
    yield recent
    if (recent.length < pageSize) return
  }
}

/** Those by which a bank took a payment back, in full or in part. */
export async function listLostDisputes(
  deps: Pick<CheckoutDependencies, 'razorpay'>,
  razorpayPaymentId: string,
): Promise<RazorpayDispute[]> {
  const lost: RazorpayDispute[] = []
  for await (const page of readRecentDisputes(deps)) {
    const own = page.filter((dispute) => dispute.razorpayPaymentId === razorpayPaymentId)
    lost.push(...own.filter(({ status }) => status === 'lost'))
  }
  return lost
}

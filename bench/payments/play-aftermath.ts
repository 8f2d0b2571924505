import { setTimeout as delay } from 'node:timers/promises'
import type { CheckoutReply } from '../../sandbox/pay-order.ts'
import { planWebhook } from './plan-purchase.ts'
import type { Scene } from './play-purchase.ts'

/** What comes after a payment: refunds from either side, disputes. */
export async function playAftermath(scene: Scene, paid: CheckoutReply): Promise<void> {
  const { plan } = scene
  switch (plan.afterwards) {
    case 'nothing':
      return
    case 'refund asked by the learner':
      return askForRefund(scene, paid)
    case 'full refund at the dashboard':
      return refundAtDashboard(scene, paid, {})
    case 'partial refund at the dashboard':
      return refundAtDashboard(scene, paid, { amount: 100 })
    case 'partial refund at the dashboard, then refund asked by the learner':
      await refundAtDashboard(scene, paid, { amount: 100 })
      return askForRefund(scene, paid)
    case 'disputed':
      return dispute(scene, paid)
  }
}

/** Pressed twice at once, by an impatient finger. */
async function askForRefund(scene: Scene, paid: CheckoutReply): Promise<void> {
  const { world, learner } = scene
  const id = await findPaymentId(scene, paid)
  if (id === null) return
  const replies = await Promise.all([
    world.academy.refund(learner.token, id),
    world.academy.refund(learner.token, id),
  ])
  if (replies.some((reply) => reply !== null && 'content' in reply))
    world.purchases.count('then: refund asked by the learner')
}

/** The learner looks at the payment history for a while; null if the payment does not turn up. */
async function findPaymentId(scene: Scene, paid: CheckoutReply): Promise<string | null> {
  for (let looks = 0; looks < 6; looks += 1) {
    const reply = await scene.world.academy.listPayments(scene.learner.token)
    const listed = reply !== null && 'content' in reply ? reply.content : []
    const mine = listed.find(
      (payment) => payment.razorpay_payment_id === paid.razorpay_payment_id && payment.can_refund,
    )
    if (mine) return mine.id
    await delay(300)
  }
  return null
}

async function refundAtDashboard(
  { world, plan, chance }: Scene,
  paid: CheckoutReply,
  body: { amount?: number },
): Promise<void> {
  const path = `payments/${paid.razorpay_payment_id}/refund`
  const isDone = await world.provider.act(path, { ...body, webhook: planWebhook(chance) })
  const [name] = plan.afterwards.split(',')
  if (isDone) world.purchases.count(`then: ${name}`)
}

async function dispute({ world, chance }: Scene, paid: CheckoutReply): Promise<void> {
  const path = `payments/${paid.razorpay_payment_id}/dispute`
  const isDone = await world.provider.act(path, { webhook: planWebhook(chance) })
  if (!isDone) return
  world.purchases.count('then: disputed')
  const phase = chance.pick(['under_review', 'won', 'lost', 'closed'])
  await world.provider.act(path, { phase, webhook: planWebhook(chance) })
}

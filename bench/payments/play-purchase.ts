import { setTimeout as delay } from 'node:timers/promises'
import type { Outcome } from '../../sandbox/decide-payment.ts'
import type { CheckoutReply } from '../../sandbox/pay-order.ts'
import type { Chance } from './chance.ts'
import type { Learner } from './people.ts'
import { changePrice } from './people.ts'
import { type PurchasePlan, planWebhook } from './plan-purchase.ts'
import type { QuoteRequest } from './plan-wish.ts'
import { playAftermath } from './play-aftermath.ts'
import type { World } from './world.ts'

/** One buyer with one course in mind, and the plan of what will happen. */
export interface Scene {
  world: World
  plan: PurchasePlan
  chance: Chance
  learner: Learner
  /** Somebody who has nothing to do with it. */
  stranger: Learner
  courseId: string
  wish: QuoteRequest
}

const couponRefusals = new Set(['coupon_used_up', 'coupon_not_for_this'])

/** Plays one purchase to its end, as far as the buyer sees it. */
export async function playPurchase(scene: Scene): Promise<void> {
  const { world, plan } = scene
  world.purchases.count(plan.story)
  if (scene.wish.bundle_id !== undefined) world.purchases.count('of a bundle')
  if (scene.wish.coupon !== undefined) world.purchases.count('with a coupon')
  if (plan.isTwoTabs) world.faults.count('orders asked for in two tabs at once')
  const [razorpayOrderId] = await Promise.all([
    placeOrder(scene),
    plan.isTwoTabs ? placeOrder(scene) : null,
  ])
  if (razorpayOrderId === null) return
  const paid = await playStory(scene, razorpayOrderId)
  if (paid !== null) await playAftermath(scene, paid)
}

/** Null also where nothing is left to pay: then there is no story to play. */
async function placeOrder({ world, learner, wish }: Scene): Promise<string | null> {
  let reply = await world.academy.createOrder(learner.token, wish)
  if (reply !== null && 'refusal' in reply && wish.coupon !== undefined) {
    if (!couponRefusals.has(reply.refusal)) return endRefused(world, reply.refusal)
    world.purchases.count(`coupon refused: ${reply.refusal}`)
    const { coupon: _, ...withoutCoupon } = wish
    reply = await world.academy.createOrder(learner.token, withoutCoupon)
  }
  if (reply === null) return null
  if ('refusal' in reply) return endRefused(world, reply.refusal)
  if (!reply.content.granted) return reply.content.order_id
  world.purchases.count('granted: nothing was left to pay')
  return null
}

function endRefused(world: World, refusal: string): null {
  if (refusal !== 'course_already_owned')
    world.breaches.push(`create-order was refused: ${refusal}`)
  return null
}

/** Resolves to the payment that went through, as far as the buyer knows. */
async function playStory(scene: Scene, razorpayOrderId: string): Promise<CheckoutReply | null> {
  const { world, plan, chance } = scene
  switch (plan.story) {
    case 'paid at once':
      return payAndVerify(scene, razorpayOrderId, 'captured')
    case 'failed':
      await pay(scene, razorpayOrderId, 'failed')
      return null
    case 'failed, then paid':
      await pay(scene, razorpayOrderId, 'failed')
      return payAndVerify(scene, razorpayOrderId, 'captured')
    case 'only authorised':
      return payAndVerify(scene, razorpayOrderId, 'authorized')
    case 'failed, then authorised late': {
      const failed = await pay(scene, razorpayOrderId, 'failed')
      await decideLate(scene, failed, 'authorize')
      return failed
    }
    case 'failed, retried, the first authorised late': {
      const failed = await pay(scene, razorpayOrderId, 'failed')
      const paid = await payAndVerify(scene, razorpayOrderId, 'captured')
      await decideLate(scene, failed, 'authorize')
      return paid
    }
    case 'begun, then captured late': {
      const begun = await payAndVerify(scene, razorpayOrderId, 'created')
      await decideLate(scene, begun, 'capture')
      return begun
    }
    case 'two prices, both orders paid':
      return payTwoOrders(scene, razorpayOrderId)
    case 'wrong amount':
      await payWrongAmount(scene, razorpayOrderId)
      return null
    case 'wrong amount, then paid':
      await payWrongAmount(scene, razorpayOrderId)
      return payAndVerify(scene, razorpayOrderId, 'captured')
    case 'never paid':
      return null
    case 'forged, not paid':
      world.faults.count('forged payments', 1)
      await world.provider.act(`orders/${razorpayOrderId}/forge-webhook`)
      await reportForged(scene, razorpayOrderId, chance)
      return null
  }
}

/** Null also when the provider takes no payment, e.g. because another tab has paid this order. */
async function pay(
  scene: Scene,
  razorpayOrderId: string,
  outcome: Outcome,
  amount?: number,
): Promise<CheckoutReply | null> {
  const { world, plan, chance } = scene
  const webhook = outcome === 'captured' ? plan.webhook : planWebhook(chance)
  if (webhook !== 'now') world.faults.count(`payments whose webhooks came: ${webhook}`)
  return world.provider.pay(razorpayOrderId, {
    method: plan.method,
    outcome,
    webhook,
    ...(amount !== undefined && { amount }),
  })
}

async function payAndVerify(
  scene: Scene,
  razorpayOrderId: string,
  outcome: Outcome,
): Promise<CheckoutReply | null> {
  const paid = await pay(scene, razorpayOrderId, outcome)
  if (paid === null) return null
  if (scene.plan.isStolen) await reportStolen(scene, paid)
  await verify(scene, paid)
  return paid
}

async function verify({ world, plan, learner }: Scene, paid: CheckoutReply): Promise<void> {
  if (plan.verifies === 0) world.faults.count('browsers closed right after paying')
  if (plan.verifies > 1) world.faults.count('payments verified several times at once')
  await Promise.all(
    Array.from({ length: plan.verifies }, async () => {
      const reply = await world.academy.verify(learner.token, paid)
      if (reply !== null && 'refusal' in reply)
        world.breaches.push(`verifying ${paid.razorpay_payment_id} was refused: ${reply.refusal}`)
    }),
  )
}

/** The price changes between two tabs, so both have an order, and both are paid. */
async function payTwoOrders(scene: Scene, first: string): Promise<CheckoutReply | null> {
  const { world, chance, courseId } = scene
  const priceInPaise = chance.between(1000, 9000) * 100
  await world.query((db) => changePrice(db, courseId, priceInPaise))
  const second = await placeOrder(scene)
  const razorpayOrderIds = second === null ? [first] : [first, second]
  const [paid] = await Promise.all(
    razorpayOrderIds.map((razorpayOrderId) => payAndVerify(scene, razorpayOrderId, 'captured')),
  )
  if (second !== first && second !== null) world.faults.count('courses paid for twice')
  return paid ?? null
}

async function payWrongAmount(scene: Scene, razorpayOrderId: string): Promise<void> {
  const { world, plan, learner, chance } = scene
  const paid = await pay(scene, razorpayOrderId, 'captured', chance.between(100, 5000))
  if (paid === null) return
  world.faults.count('payments of a wrong amount')
  if (plan.verifies === 0) return
  const reply = await world.academy.verify(learner.token, paid)
  if (reply !== null && 'content' in reply && reply.content.status === 'success')
    world.breaches.push(`${paid.razorpay_payment_id} of a wrong amount was taken for good`)
}

/** The bank makes up its mind when the buyer is gone. */
async function decideLate(
  { world, chance }: Scene,
  attempt: CheckoutReply | null,
  step: 'authorize' | 'capture',
): Promise<void> {
  if (attempt === null) return
  await delay(chance.between(50, 3000))
  const path = `payments/${attempt.razorpay_payment_id}/${step}`
  const isDone = await world.provider.act(path, { webhook: planWebhook(chance) })
  if (isDone) world.faults.count('payments that the bank decided late')
}

async function reportStolen({ world, stranger }: Scene, paid: CheckoutReply): Promise<void> {
  world.faults.count('payments that somebody else reported as theirs')
  const reply = await world.academy.verify(stranger.token, paid)
  if (reply !== null && 'content' in reply)
    world.breaches.push(`${paid.razorpay_payment_id} was taken from somebody else`)
}

async function reportForged(scene: Scene, razorpayOrderId: string, chance: Chance): Promise<void> {
  const digits = Array.from({ length: 64 }, () => chance.between(0, 15).toString(16)).join('')
  const reply = await scene.world.academy.verify(scene.learner.token, {
    razorpay_order_id: razorpayOrderId,
    razorpay_payment_id: 'pay_00000000000000',
    razorpay_signature: digits,
  })
  if (reply !== null && 'content' in reply)
    scene.world.breaches.push(`a forged payment of ${razorpayOrderId} was taken for good`)
}

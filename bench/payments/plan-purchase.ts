import { type Method, methods } from '../../sandbox/entities.ts'
import type { WebhookMode } from '../../sandbox/faults.ts'
import type { Chance } from './chance.ts'

const stories = {
  'paid at once': 46,
  'failed, then paid': 8,
  failed: 5,
  'only authorised': 7,
  'failed, then authorised late': 5,
  'failed, retried, the first authorised late': 4,
  'begun, then captured late': 4,
  'two prices, both orders paid': 7,
  'wrong amount': 3,
  'wrong amount, then paid': 3,
  'never paid': 4,
  'forged, not paid': 4,
}

const afterwards = {
  nothing: 80,
  'refund asked by the learner': 7,
  'full refund at the dashboard': 4,
  'partial refund at the dashboard': 3,
  'partial refund at the dashboard, then refund asked by the learner': 3,
  disputed: 3,
}

const webhookModes: Record<WebhookMode, number> = {
  now: 34,
  never: 22,
  twice: 15,
  late: 12,
  reordered: 12,
  forged: 5,
}

export interface PurchasePlan {
  story: keyof typeof stories
  afterwards: keyof typeof afterwards
  method: Method
  webhook: WebhookMode
  /** How often, at once, the browser reports the payment; 0: closed right after paying. */
  verifies: number
  /** The order is asked for in two tabs at once. */
  isTwoTabs: boolean
  /** Somebody else reports the payment as theirs. */
  isStolen: boolean
}

/** What a buyer, a bank and the network do in one purchase. */
export function planPurchase(chance: Chance): PurchasePlan {
  return {
    story: chance.weigh(stories),
    afterwards: chance.weigh(afterwards),
    method: chance.pick(methods),
    webhook: planWebhook(chance),
    verifies: chance.of(0.35) ? 0 : chance.of(0.5) ? 1 : chance.between(2, 4),
    isTwoTabs: chance.of(0.15),
    isStolen: chance.of(0.05),
  }
}

export function planWebhook(chance: Chance): WebhookMode {
  return chance.weigh(webhookModes)
}

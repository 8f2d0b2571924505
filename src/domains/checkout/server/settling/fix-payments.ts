import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { type OrderStatus, orderStatuses } from '../../statuses.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { listUnconfirmedOrders } from '../orders/list-unconfirmed-orders.ts'
import { makeAllRefundsDue, performRefunds, refundsInRound } from '../refunds/perform-refunds.ts'
import type { OrderRow } from '../tables.ts'
import { fetchAndSettle, isUnknownId, problemFor } from './fetch-from-provider.ts'

const askedAtOnce = 6
/** The refunds beyond are due too and follow within seconds. */
const refundRounds = 10

/** `unknown`: the provider answers that it does not have this order. */
type Outcome = OrderStatus | 'unanswered' | 'unknown'
interface Asked {
  before: OrderStatus
  after: Outcome
}

/**
 * Asks the provider now about every payment that may be wrong and settles what it says: all pending
 * ones, then the newest of the others; and about every refund that is not done. Resolves to a
 * sentence for the administrator that says what was looked at.
 */
export async function fixPayments(deps: CheckoutDependencies): Promise<{ message: string }> {
  const { pending, others } = await listUnconfirmedOrders(deps.db)
  const fixed = await askAll(deps, pending)
  const lookedAt = await askAll(deps, others)
  await makeAllRefundsDue(deps.db)
  let refunds = 0
  for (let round = 0; round < refundRounds; round += 1) {
    const inRound = await performRefunds(deps)
    refunds += inRound
    if (inRound < refundsInRound) break
  }
  return {
    message: [describeFixed(fixed), ...describeOthers(lookedAt), ...describeRefunds(refunds)].join(
      ' ',
    ),
  }
}

async function askAll(deps: CheckoutDependencies, rows: OrderRow[]): Promise<Asked[]> {
  const waiting = [...rows]
  const asked: Asked[] = []
  let isBusy = false
  const askOne = async (order: OrderRow): Promise<Outcome> => {
    if (isBusy) return 'unanswered'
    try {
      return (await fetchAndSettle(deps, order, 'administrator')).status
    } catch (error) {
      if (isUnknownId(error)) return 'unknown'
      if (!(error instanceof RazorpayError) || rows.length === 1) throw problemFor(error)
      isBusy ||= error.status === 429
      return 'unanswered'
    }
  }
  const askInTurn = async (): Promise<void> => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      asked.push({ before: order.status, after: await askOne(order) })
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, askInTurn))
  const isAway = asked.length > 0 && asked.every(({ after }) => after === 'unanswered')
  if (isAway) throw problemFor(new RazorpayError('no answer', { kind: 'unavailable' }))
  return asked
}

function describeFixed(fixed: Asked[]): string {
  const count = (...wanted: Outcome[]): number =>
    fixed.filter(({ after }) => wanted.includes(after)).length
  const parts = [
    `${count('completed')} completed`,
    `${count('failed')} failed`,
    ...(count('refunded') > 0 ? [`${count('refunded')} refunded`] : []),
    `${count('pending', 'unanswered', 'unknown')} still pending`,
  ]
  const noun = fixed.length === 1 ? 'pending payment' : 'pending payments'
  return `Checked ${fixed.length} ${noun}: ${parts.join(', ')}.`
}

function describeOthers(lookedAt: Asked[]): string[] {
  if (lookedAt.length === 0) return []
  const statuses = orderStatuses.filter((status) => status !== 'pending')
  const seen = statuses
    .map((status) => [lookedAt.filter(({ before }) => before === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
  const changes = statuses
    .map((status) => {
      const changed = lookedAt.filter(({ before, after }) => before !== after && after === status)
      return [changed.length, status] as const
    })
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} now ${status}`)
  const count = (wanted: Outcome) => lookedAt.filter(({ after }) => after === wanted).length
  if (count('unanswered') > 0) changes.push(`${count('unanswered')} not answered`)
  if (count('unknown') > 0) changes.push(`${count('unknown')} not known to Razorpay`)
  const found = changes.length === 0 ? 'nothing to change' : changes.join(', ')
  return [`Also looked at ${seen.join(', ')}: ${found}.`]
}

function describeRefunds(refunds: number): string[] {
  if (refunds === 0) return []
  return [`Asked about ${refunds} ${refunds === 1 ? 'refund' : 'refunds'} under way.`]
}

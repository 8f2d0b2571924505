import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { RazorpayError } from '../outside/razorpay/razorpay-error.ts'
import { askAndSettle, refusalFor } from './ask-provider.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { performRefunds } from './perform-refunds.ts'
import { type PaymentRow, payments } from './tables.ts'

const askedAtOnce = 4
/** A failed order may still be paid for this long; the fix looks at those as well. */
const failedMayChange = sql`created_at > now() - interval '5 days'`

/**
 * Asks the provider about all pending payments now and settles what it says; failed ones that the
 * bank may still change are looked at too. Resolves to one sentence for the administrator.
 */
export async function fixPendingPayments(deps: CheckoutDependencies): Promise<{ message: string }> {
  const before = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'pending'), isNotNull(payments.orderId)))
    .orderBy(asc(payments.createdAt))
  const failed = await deps.db
    .select()
    .from(payments)
    .where(and(eq(payments.status, 'failed'), isNotNull(payments.orderId), failedMayChange))
    .orderBy(asc(payments.createdAt))
  const after = await askAll(deps, before)
  const late = await askAll(deps, failed)
  await performRefunds(deps)
  return { message: describe(after, late) }
}

type Outcome = PaymentRow['status'] | 'unanswered'

async function askAll(deps: CheckoutDependencies, rows: PaymentRow[]): Promise<Outcome[]> {
  const waiting = [...rows]
  const outcomes: Outcome[] = []
  const askInTurn = async (): Promise<void> => {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      outcomes.push(await askOne(deps, payment, rows.length === 1))
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, askInTurn))
  const isAway = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'unanswered')
  if (isAway) throw refusalFor(new RazorpayError('no answer', { kind: 'unavailable' }))
  return outcomes
}

async function askOne(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  isOnlyOne: boolean,
): Promise<Outcome> {
  try {
    return (await askAndSettle(deps, payment, 'administrator')).status
  } catch (error) {
    if (!(error instanceof RazorpayError) || isOnlyOne) throw refusalFor(error)
    return 'unanswered'
  }
}

function describe(after: Outcome[], late: Outcome[]): string {
  const count = (outcomes: Outcome[], ...wanted: Outcome[]): number =>
    outcomes.filter((outcome) => wanted.includes(outcome)).length
  const parts = [
    `${count(after, 'completed')} completed`,
    `${count(after, 'failed')} failed`,
    ...(count(after, 'refunded') > 0 ? [`${count(after, 'refunded')} refunded`] : []),
    `${count(after, 'pending', 'unanswered')} still pending`,
  ]
  const noun = after.length === 1 ? 'pending payment' : 'pending payments'
  const revived = count(late, 'completed')
  const extra =
    revived > 0
      ? ` ${revived} earlier failed ${revived === 1 ? 'payment was' : 'payments were'} completed too.`
      : ''
  return `Checked ${after.length} ${noun}: ${parts.join(', ')}.${extra}`
}

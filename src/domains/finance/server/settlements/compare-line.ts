import type { DifferenceKind } from '../../contract.ts'
import type { SettlementLineRow } from '../tables.ts'

/** What our own books say of the entity that a line is about; null where they know none. */
export interface Known {
  /** The order that the payment settled, or was given back for, with what it was to cost. */
  payment: { orderId: string; amountInPaise: number } | null
  refund: { orderId: string; amountInPaise: number } | null
  dispute: { orderId: string } | null
}

export interface Difference {
  kind: DifferenceKind
  orderId: string | null
  message: string
  expectedInPaise: number | null
  foundInPaise: number | null
}

/** Razorpay's dearest usual fee is 3 % and the tax on it: 3.54 %. */
const highestFee = 0.0354
/** Razorpay rounds the fee and its tax apart. */
const roundingInPaise = 2
const shareOfTax = 18 / 118

type Line = Omit<SettlementLineRow, 'comparedAt'>

/** What of one settled line does not fit our books. Empty: it fits. */
export function compareLine(line: Line, known: Known): Difference[] {
  const orderId = known.payment?.orderId ?? null
  return findDifferences(line, known).map((found) => ({
    ...found,
    orderId: found.orderId ?? orderId,
  }))
}

function findDifferences(line: Line, known: Known): Difference[] {
  if (line.type === 'payment') return comparePayment(line, known)
  if (line.type === 'refund') return compareRefund(line, known)
  if (known.dispute) return []
  const found = line.creditInPaise - line.debitInPaise
  return [unknown(`An amount of the kind “${line.type}” belongs to no order of ours.`, found)]
}

function comparePayment(line: Line, { payment }: Known): Difference[] {
  const fee = compareFee(line, payment?.orderId ?? null)
  if (!payment) {
    return [
      unknown('A payment was settled that no order of ours knows.', line.amountInPaise),
      ...fee,
    ]
  }
  const amount = compareAmount(line.amountInPaise, payment, 'The order cost another amount.')
  return [...amount, ...fee]
}

function compareRefund(line: Line, { refund }: Known): Difference[] {
  const fee =
    line.feeInPaise > 0 ? [unexpectedFee('A refund cost a fee.', line, 0, refund?.orderId)] : []
  if (!refund) {
    const message = 'A refund was taken from a settlement that we know nothing of.'
    return [unknown(message, line.debitInPaise), ...fee]
  }
  const amount = compareAmount(line.amountInPaise, refund, 'The refund was of another amount.')
  return [...amount, ...fee]
}

function compareAmount(
  foundInPaise: number,
  { orderId, amountInPaise }: { orderId: string; amountInPaise: number },
  message: string,
): Difference[] {
  if (foundInPaise === amountInPaise) return []
  return [
    { kind: 'amount_differs', orderId, message, expectedInPaise: amountInPaise, foundInPaise },
  ]
}

/** At most one difference: the gravest. */
function compareFee(line: Line, orderId: string | null): Difference[] {
  const { amountInPaise, creditInPaise, debitInPaise, feeInPaise, taxInPaise } = line
  const paid = creditInPaise - debitInPaise
  if (paid !== amountInPaise - feeInPaise) {
    const message = 'What was paid out is not the amount less the fee.'
    const expectedInPaise = amountInPaise - feeInPaise
    return [{ kind: 'fee_unexpected', orderId, message, expectedInPaise, foundInPaise: paid }]
  }
  const highest = Math.ceil(amountInPaise * highestFee) + roundingInPaise
  if (feeInPaise > highest) {
    const message = 'The fee is higher than 3 % and its tax.'
    return [unexpectedFee(message, line, highest, orderId)]
  }
  // Some payments are free of tax on the fee; any other share than 18 % is a mistake.
  const tax = Math.round(feeInPaise * shareOfTax)
  if (taxInPaise === 0 || Math.abs(taxInPaise - tax) <= roundingInPaise) return []
  const message = 'The tax on the fee is not 18 %.'
  return [
    { kind: 'fee_unexpected', orderId, message, expectedInPaise: tax, foundInPaise: taxInPaise },
  ]
}

function unexpectedFee(
  message: string,
  { feeInPaise }: Line,
  expectedInPaise: number,
  orderId: string | null | undefined,
): Difference {
  const foundInPaise = feeInPaise
  return {
    kind: 'fee_unexpected',
    orderId: orderId ?? null,
    message,
    expectedInPaise,
    foundInPaise,
  }
}

function unknown(message: string, foundInPaise: number): Difference {
  return { kind: 'unknown_order', orderId: null, message, expectedInPaise: null, foundInPaise }
}

import { shareOut, shareTaxable, type TaxSplit } from './split-tax.ts'
import type { DocumentLine } from './tables.ts'

/** What stands on a document: its amounts and the courses that they are of. */
export interface Credit extends TaxSplit {
  lines: DocumentLine[]
}

/**
 * What the next credit note takes back when `upToInPaise` of the invoice went back in all. Its taxes
 * are those of all that went back, pro rata and rounded to the paisa, less those of earlier notes: so
 * notes over the whole invoice sum to it, tax by tax and course by course. Null: nothing new went back.
 */
export function splitCredit(
  invoice: Credit,
  earlier: readonly Credit[],
  upToInPaise: number,
): Credit | null {
  const upTo = Math.min(upToInPaise, invoice.amountInPaise)
  const amountInPaise = upTo - sum(earlier, 'amountInPaise')
  if (amountInPaise <= 0) return null
  const due = (tax: 'cgstInPaise' | 'igstInPaise') =>
    partOf(invoice[tax], upTo, invoice.amountInPaise) - sum(earlier, tax)
  // A note over a single paisa cannot hold two equal taxes: they wait for the next one.
  const half = Math.min(due('cgstInPaise'), Math.floor(amountInPaise / 2))
  const igstInPaise = Math.min(due('igstInPaise'), amountInPaise)
  const taxableInPaise = amountInPaise - 2 * half - igstInPaise
  const left = invoice.lines.map(
    (line, at) =>
      line.amountInPaise -
      earlier.reduce((all, { lines }) => all + (lines[at]?.amountInPaise ?? 0), 0),
  )
  const amounts = shareOut(left, amountInPaise)
  const lines = invoice.lines.map(({ title }, at) => ({ title, amountInPaise: amounts[at] ?? 0 }))
  return {
    amountInPaise,
    taxableInPaise,
    cgstInPaise: half,
    sgstInPaise: half,
    igstInPaise,
    lines: shareTaxable(lines, taxableInPaise),
  }
}

function sum(credits: readonly Credit[], what: keyof TaxSplit): number {
  return credits.reduce((all, credit) => all + credit[what], 0)
}

/** Half a paisa is rounded up. Products of large amounts are beyond what a number holds exactly. */
function partOf(wholeInPaise: number, part: number, all: number): number {
  const doubled = 2n * BigInt(wholeInPaise) * BigInt(part) + BigInt(all)
  return Number(doubled / (2n * BigInt(all)))
}

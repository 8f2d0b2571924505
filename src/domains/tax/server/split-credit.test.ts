import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Credit, splitCredit } from './split-credit.ts'
import { shareTaxable, splitTax } from './split-tax.ts'

const columns = [
  'amountInPaise',
  'taxableInPaise',
  'cgstInPaise',
  'sgstInPaise',
  'igstInPaise',
] as const

function invoiceOver(amounts: readonly number[], isWithinState: boolean): Credit {
  const lines = amounts.map((amountInPaise, at) => ({ title: `Course ${at}`, amountInPaise }))
  const amountInPaise = amounts.reduce((sum, amount) => sum + amount, 0)
  const split = splitTax(amountInPaise, isWithinState)
  return { ...split, lines: shareTaxable(lines, split.taxableInPaise) }
}

/** The notes that are issued as more and more went back. */
function creditAll(invoice: Credit, upTos: readonly number[]): Credit[] {
  const notes: Credit[] = []
  for (const upTo of upTos) {
    const note = splitCredit(invoice, notes, upTo)
    if (note) notes.push(note)
  }
  return notes
}

const sumOf = (credits: readonly Credit[]) =>
  columns.map((column) => credits.reduce((sum, credit) => sum + credit[column], 0))

const invoices = fc
  .tuple(
    fc.array(
      fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 9_000_000_000 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    fc.boolean(),
  )
  .filter(([amounts]) => amounts.some((amount) => amount > 0))
  .map(([amounts, isWithinState]) => invoiceOver(amounts, isWithinState))

/** In whatever order they are heard; some are heard again, and some say more than there is. */
const stories = invoices.chain((invoice) =>
  fc.record({
    invoice: fc.constant(invoice),
    upTos: fc.array(fc.integer({ min: 0, max: invoice.amountInPaise + 5 }), { maxLength: 6 }),
  }),
)

test('every note adds up, and all of them never take back more than was invoiced, tax by tax', () => {
  fc.assert(
    fc.property(stories, ({ invoice, upTos }) => {
      const notes = creditAll(invoice, upTos)
      for (const note of notes) {
        const [amount = 0, ...parts] = sumOf([note])
        expect(amount).toBeGreaterThan(0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
        expect(note.cgstInPaise).toBe(note.sgstInPaise)
        const { lines } = note
        expect(lines.reduce((sum, line) => sum + line.amountInPaise, 0)).toBe(amount)
        expect(lines.reduce((sum, line) => sum + line.taxableInPaise, 0)).toBe(note.taxableInPaise)
        expect(Math.min(...lines.map((line) => line.taxableInPaise))).toBeGreaterThanOrEqual(0)
      }
      const [amount = 0] = sumOf(notes)
      expect(amount).toBe(Math.min(Math.max(0, ...upTos), invoice.amountInPaise))
      for (const tax of ['cgstInPaise', 'igstInPaise'] as const) {
        const credited = notes.reduce((sum, note) => sum + note[tax], 0)
        expect(credited).toBeLessThanOrEqual(invoice[tax])
        const exact = (invoice[tax] * amount) / invoice.amountInPaise
        // Notes over a single paisa hold tax back; others are rounded to the nearest paisa.
        const held = notes.filter((note) => note.amountInPaise === 1).length
        expect(Math.abs(credited - exact)).toBeLessThan(0.5001 + held)
      }
    }),
    {
      numRuns: 2_000,
      // A note over the one paisa at which both taxes would rise.
      examples: [[{ invoice: invoiceOver([118], true), upTos: [6, 7, 8] }]],
    },
  )
})

test('when the whole went back in parts, the notes sum to the invoice, tax by tax and course by course', () => {
  fc.assert(
    fc.property(stories, ({ invoice, upTos }) => {
      const notes = creditAll(invoice, [...upTos, invoice.amountInPaise])
      fc.pre(notes.length === 1 || notes.every((note) => note.amountInPaise > 1))

      expect(sumOf(notes)).toEqual(sumOf([invoice]))
      invoice.lines.forEach((line, at) => {
        const credited = notes.reduce((sum, { lines }) => sum + (lines[at]?.amountInPaise ?? 0), 0)
        expect(credited).toBe(line.amountInPaise)
      })
      expect(splitCredit(invoice, notes, invoice.amountInPaise)).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('the last paisa goes back, too', () => {
  const invoice = invoiceOver([499_900], true)

  const notes = creditAll(invoice, [499_899, 499_900])

  expect(notes[1]).toMatchObject({ amountInPaise: 1, taxableInPaise: 1, cgstInPaise: 0 })
  expect(sumOf(notes)).toEqual(sumOf([invoice]))
})

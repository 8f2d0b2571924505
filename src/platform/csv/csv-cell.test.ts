import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCell, writeCell } from './csv-cell.ts'

test.each(['=1+1', '+91 98765', '-5', '@home', "'=already", '\tcmd', '"=quoted"'])(
  'a spreadsheet does not run a cell with %j',
  (text) => {
    const [[cell = ''] = []] = parse(`${writeCell(text)}\n`)

    expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    expect(readCell(cell)).toBe(text)
  },
)

test('whatever a cell holds comes back as it was', () => {
  const text = fc.string({ unit: fc.constantFrom(...`'=+-@"\t\r\n,; aé`.split('')) })

  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (texts) => {
      const [cells = []] = parse(`${texts.map(writeCell).join(',')}\r\n`)

      expect(cells.map(readCell)).toEqual(texts)
    }),
  )
})

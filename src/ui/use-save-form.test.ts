import { expect, test } from 'vitest'
import { exactTextOf, instantOf, numberOf, requiredTextOf, textOf } from './use-save-form.ts'

function fill(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.set(name, text)
  return form
}

test('a person’s spaces stay in a password, and go from everything else', () => {
  const form = fill({ password: ' long enough ', name: ' Asha Rao ' })

  expect(exactTextOf(form, 'password')).toBe(' long enough ')
  expect(textOf(form, 'name')).toBe('Asha Rao')
})

test('a number and a time that somebody leaves blank are none; a time is India’s', () => {
  const form = fill({ price: ' ', uses: '12', ends_at: '2027-01-31T18:30' })

  expect([numberOf(form, 'price'), numberOf(form, 'uses')]).toEqual([undefined, 12])
  expect(instantOf(form, 'starts_at')).toBeUndefined()
  expect(instantOf(form, 'ends_at')).toBe('2027-01-31T18:30:00+05:30')
})

test('whoever gives no reason is told so at its field, by an error like the server’s', () => {
  expect(() => requiredTextOf(fill({ reason: ' ' }), 'reason', 'Please say why.')).toThrow(
    expect.objectContaining({
      message: 'Please say why.',
      errors: [{ path: 'reason', message: 'Please say why.' }],
    }),
  )
})

test('a number is read as it is written in India; what is none is told at its field', () => {
  const form = fill({ uses: '1,00,000', price: '३,९९९', max_uses: '100 uses' })

  expect([numberOf(form, 'uses'), numberOf(form, 'price')]).toEqual([100_000, 3999])
  expect(() => numberOf(form, 'max_uses')).toThrow(
    expect.objectContaining({
      errors: [{ path: 'max_uses', message: 'Please enter a number.' }],
    }),
  )
})

import { expect, test } from 'vitest'
import { startOfDay } from '../platform/india-days.ts'
import { financialYearOf, keepInFinancialYear } from './financial-year.ts'

const lastOfMarch = new Date('2027-03-31T18:29:59.999Z')
const firstOfApril = new Date('2027-03-31T18:30:00Z')

test('a financial year begins with April in India, not in Greenwich', () => {
  expect(financialYearOf(lastOfMarch)).toBe('2627')
  expect(financialYearOf(firstOfApril)).toBe('2728')
  expect(startOfDay('2027-04-01')).toEqual(firstOfApril)
})

test('a document whose number was taken in one year is not dated in another', () => {
  expect(keepInFinancialYear(firstOfApril, '2627')).toEqual(lastOfMarch)
  expect(keepInFinancialYear(lastOfMarch, '2728')).toEqual(firstOfApril)
  expect(keepInFinancialYear(lastOfMarch, '2627')).toEqual(lastOfMarch)
})

import { perLanguage } from './i18n/language.ts'

/** A hundredth of a rupee. Server and database count in whole ones; rupees stand on the wire and on screens. */
export type Paise = number

export function toRupees(amount: Paise | bigint): number {
  return Number(amount) / 100
}

/** The nearest one: 499.9 rupees times a hundred are no whole number. */
export function toPaise(amountInRupees: number): Paise {
  return Math.round(amountInRupees * 100)
}

const rupees = perLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency: 'INR',
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

/** 4999 → '₹4,999'; paise are shown only where there are some. */
export function formatRupees(amountInRupees: number): string {
  return rupees().format(amountInRupees)
}

/** 499900 → '₹4,999'. */
export function formatPaise(amount: Paise): string {
  return formatRupees(toRupees(amount))
}

/** As documents have it: 499900 → '₹4,999.00'. */
export function printPaise(amount: Paise): string {
  const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  return exact.format(toRupees(amount))
}

/** As files of figures have it: 499900 → '4999.00'. */
export function writePaise(amount: Paise | bigint): string {
  const digits = String(amount).replace('-', '').padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

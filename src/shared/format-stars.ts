import { perLanguage } from './i18n/language.ts'

const oneDigit = perLanguage(
  (tag) => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** For people: '4.6'. */
export function formatStars(average: number): string {
  return oneDigit().format(average)
}

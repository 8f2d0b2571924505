import { dayInIndia, startOfDay } from '../platform/india-days.ts'

/** India's financial year (April to March, IST), e.g. `2627`. */
export function financialYearOf(at: Date): string {
  const [year = 0, month = 0] = dayInIndia(at).split('-').map(Number)
  const startYear = year - (month < 4 ? 1 : 0)
  return [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
}

/** The moment itself, or the one nearest to it that is of a financial year, e.g. `2627`. */
export function keepInFinancialYear(at: Date, year: string): Date {
  const [from, end] = [year.slice(0, 2), year.slice(2)].map((digits) =>
    startOfDay(`20${digits}-04-01`).getTime(),
  )
  return new Date(Math.min(Math.max(at.getTime(), from ?? 0), (end ?? 0) - 1))
}

const istInMs = 5.5 * 3_600_000

/** India's financial year (April to March, IST), e.g. `2627`. */
export function financialYearOf(at: Date): string {
  const inIndia = new Date(at.getTime() + istInMs)
  const startYear = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0)
  return [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
}

/** The moment itself, or the one nearest to it that is of a financial year, e.g. `2627`. */
export function keepInFinancialYear(at: Date, year: string): Date {
  const [from, end] = [year.slice(0, 2), year.slice(2)].map((digits) =>
    Date.parse(`20${digits}-04-01T00:00:00+05:30`),
  )
  return new Date(Math.min(Math.max(at.getTime(), from ?? 0), (end ?? 0) - 1))
}

/** The first moment of a day in India, given as YYYY-MM-DD. */
export function startOfDayInIndia(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - istInMs)
}

/** The day in India, as YYYY-MM-DD. */
export function dayInIndia(at: Date): string {
  return new Date(at.getTime() + istInMs).toISOString().slice(0, 10)
}

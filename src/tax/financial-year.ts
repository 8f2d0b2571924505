const istInMs = 5.5 * 3_600_000

/** India's financial year (April to March, IST), e.g. `2627`. */
export function financialYearOf(at: Date): string {
  const inIndia = new Date(at.getTime() + istInMs)
  const startYear = inIndia.getUTCFullYear() - (inIndia.getUTCMonth() < 3 ? 1 : 0)
  return [startYear, startYear + 1].map((year) => String(year).slice(-2)).join('')
}

/** The first moment of a day in India, given as YYYY-MM-DD. */
export function startOfDayInIndia(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - istInMs)
}

/** The day in India, as YYYY-MM-DD. */
export function dayInIndia(at: Date): string {
  return new Date(at.getTime() + istInMs).toISOString().slice(0, 10)
}

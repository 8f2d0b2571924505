import { perLanguage } from '../../../shared/i18n/language.ts'
import type { Step } from './analytics-queries.ts'

const dayFormat = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const monthFormat = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'short', year: '2-digit', timeZone: 'UTC' }),
)

/** A day as YYYY-MM-DD, short enough to stand below a bar. */
export function shortDay(day: string, by: Step): string {
  if (day === '') return ''
  return (by === 'month' ? monthFormat : dayFormat)().format(new Date(`${day}T00:00:00Z`))
}

/** Rupees as an axis has room for them: ₹950, ₹12 k, ₹3.4 lakh, ₹2 crore. */
export function shortAmount(rupees: number): string {
  const units = [
    [10_000_000, ' cr'],
    [100_000, ' lakh'],
    [1_000, ' k'],
  ] as const
  const [size, name] = units.find(([size]) => rupees >= size) ?? [1, '']
  return `₹${Number((rupees / size).toFixed(1)).toLocaleString('en-IN')}${name}`
}

/** Seconds as a player shows them: 75 → '1:15'. */
export function clock(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const pad = (part: number): string => String(part).padStart(2, '0')
  const tail = pad(Math.floor(seconds % 60))
  return hours > 0 ? `${hours}:${pad(minutes)}:${tail}` : `${minutes}:${tail}`
}

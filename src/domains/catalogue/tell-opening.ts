import { indiaTimeZone } from '../../shared/format-date.ts'
import { perLanguage } from '../../shared/i18n/language.ts'
import { t } from '../../shared/i18n/translate.ts'
import { startOfDay } from '../../shared/india-time.ts'
import type { LessonOpening } from './contract.ts'

/** For who looks at a course before buying it. */
export function tellOpening(opening: LessonOpening): string {
  switch (opening.kind) {
    case 'date':
      return tellOpensAt(new Date(startOfDay(opening.date).getTime() + opening.hour * hourInMs))
    case 'days':
      return t('Opens {days, plural, one {# day} other {# days}} after you get the course', {
        days: opening.days,
      })
    case 'after':
      return tellOpensAt('after_previous')
    case 'weekdays':
      return t('Opens on {days} at {time}, one lesson each time: this is number {number}', {
        days: listWeekdays(opening.weekdays),
        time: hourOfDay().format(monday + opening.hour * hourInMs),
        number: opening.nth,
      })
  }
}

/** For who has the course. */
export function tellOpensAt(opensAt: Date | 'after_previous'): string {
  if (opensAt === 'after_previous') return t('Opens once you have completed the lesson before')
  const isFullHour = opensAt.getTime() % hourInMs === halfHourInMs // India is half an hour off
  const format = isFullHour ? dayAndHour() : dayAndMinute()
  return t('Opens on {time}', { time: format.format(opensAt) })
}

const halfHourInMs = 30 * 60_000
const hourInMs = 2 * halfHourInMs
const monday = startOfDay('2026-11-30').getTime()

function listWeekdays(weekdays: readonly number[]): string {
  const names = weekdays.map((day) => weekday().format(monday + (day - 1) * 24 * hourInMs))
  return list().format(names)
}

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const hour = { hour: 'numeric', hour12: true, timeZone: indiaTimeZone } as const
const dayAndHour = perLanguage((tag) => new Intl.DateTimeFormat(tag, { ...day, ...hour }))
const dayAndMinute = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { ...day, ...hour, minute: '2-digit' }),
)
const hourOfDay = perLanguage((tag) => new Intl.DateTimeFormat(tag, hour))
const weekday = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: indiaTimeZone }),
)
const list = perLanguage((tag) => new Intl.ListFormat(tag, { type: 'conjunction' }))

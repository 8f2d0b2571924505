import { languageTag } from '../../shared/i18n/language.ts'
import { t } from '../../shared/i18n/translate.ts'

const unitsInSeconds: Record<string, number> = { h: 3600, m: 60, s: 1 }
// Words are taken whole: three modules are not three minutes.
const part = /(\d+(?:[.,]\d+)?)\s*(h|m|s)(?:rs?|ours?|ins?|inutes?|ecs?|econds?)?(?![a-z])\.?/gi
const clock = /^(?:(\d+):([0-5]?\d)|(\d+)):([0-5]\d)$/

/**
 * How long a video says it is, in seconds: '15 min', '1 h 20 min', '22 sec', '12:30', or a bare
 * number of minutes. Null where the free text says something else, or nothing.
 */
export function readDurationInSeconds(text: string): number | null {
  const seconds = readText(text.trim())
  return seconds === 0 ? null : seconds
}

function readText(plain: string): number | null {
  const onClock = clock.exec(plain)
  if (onClock) {
    const [hours = '0', minutes = '0', minutesAlone = '0', seconds = '0'] = onClock.slice(1)
    return Number(hours) * 3600 + (Number(minutes) + Number(minutesAlone)) * 60 + Number(seconds)
  }
  if (/^\d+$/.test(plain)) return Number(plain) * 60
  if (plain === '' || plain.replaceAll(part, '').replaceAll(/[\s,]|and/g, '') !== '') return null
  let total = 0
  for (const [, amount = '0', unit = 's'] of plain.matchAll(part)) {
    total += Number(amount.replace(',', '.')) * (unitsInSeconds[unit.toLowerCase()] ?? 0)
  }
  return total
}

/** What a video says of its length, as written in English; in the words of other languages if it can be read. */
export function sayDuration(stated: string): string {
  const seconds = /[a-z]/i.test(stated) ? readDurationInSeconds(stated) : null
  return seconds === null || languageTag() === 'en-IN' ? stated : formatLength(seconds)
}

/** '45 sec', '12 min', '2 h 5 min': as exact as somebody choosing a course wants it. */
export function formatLength(lengthInSeconds: number): string {
  if (lengthInSeconds < 60) return t('{seconds} sec', { seconds: Math.round(lengthInSeconds) })
  const minutes = Math.round(lengthInSeconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('{minutes} min', { minutes })
  return minutes % 60 === 0
    ? t('{hours} h', { hours })
    : t('{hours} h {minutes} min', { hours, minutes: minutes % 60 })
}

import { perLanguage } from './i18n/language.ts'

type Unit = 'hour' | 'minute' | 'second'

const units = perLanguage(
  (tag) =>
    new Map(
      (['hour', 'minute', 'second'] as const).map((unit): [Unit, Intl.NumberFormat] => [
        unit,
        new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }),
      ]),
    ),
)

/** 65 → '1:05', 3725 → '1:02:05'. */
export function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`
}

/** 'at 1 minute 5 seconds', for those who hear it. */
export function sayTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts: [number, Unit][] = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor((whole % 3600) / 60), 'minute'],
    [whole % 60, 'second'],
  ]
  const said = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => units().get(unit)?.format(count))
  return said.length === 0 ? (units().get('second')?.format(0) ?? '') : said.join(' ')
}

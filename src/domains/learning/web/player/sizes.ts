import { msg, t } from '../../../../shared/i18n/translate.ts'
import { formatSize } from '../../../../ui/format-size.ts'
import type { Film, Rendition, SizeName } from './film.ts'

export type SizeChoice = 'auto' | SizeName

const STORAGE_KEY = 'player_size'
const LABELS: Record<SizeName, string> = {
  original: msg('Original'),
  '1080p': '1080p',
  '720p': '720p',
  '480p': '480p',
  data_saver: msg('Data saver'),
  sound_only: msg('Sound only'),
}

/** What can be chosen, the largest first, each by the address that begins soonest in this browser. */
export function listSizes(
  { renditions }: Pick<Film, 'renditions'>,
  isChromium = /Chrom(?:e|ium)\//.test(globalThis.navigator?.userAgent ?? ''),
): Rendition[] {
  return renditions
    .map((one) => (isChromium && one.parts_url ? { ...one, url: one.parts_url } : one))
    .sort((left, right) => right.bits_per_second - left.bits_per_second)
}

export function labelOfSize(name: SizeName): string {
  return t(LABELS[name])
}

/** 'Data saver · 14 MB', for the whole lesson. */
export function labelWithCost({ name, size_in_bytes }: Rendition): string {
  return `${labelOfSize(name)} · ${formatSize(size_in_bytes)}`
}

/** What a lesson costs before it is played: 'About 14–120 MB', or that of the size chosen here. */
export function costNotice(film: Pick<Film, 'renditions'>, choice: SizeChoice): string | null {
  const sizes = listSizes(film)
  const chosen = sizes.find(({ name }) => name === choice)
  if (chosen !== undefined) return labelWithCost(chosen)
  const seen = sizes.filter(({ name }) => name !== 'sound_only')
  const most = seen[0] && formatSize(seen[0].size_in_bytes)
  const least = seen.at(-1) && formatSize(seen.at(-1)?.size_in_bytes ?? 0)
  if (most === undefined || least === undefined) return null
  if (most === least) return t('About {size}', { size: most })
  const [leastAmount, leastUnit] = least.split(' ')
  const from = most.endsWith(` ${leastUnit}`) && leastAmount ? leastAmount : least
  return t('About {from}–{to}', { from, to: most })
}

/** The size chosen last on this device; Auto if none. */
export function readSize(storage: Pick<Storage, 'getItem'>): SizeChoice {
  const kept = storage.getItem(STORAGE_KEY)
  const names = Object.keys(LABELS) as SizeName[] // its own keys, as declared above
  return names.find((name) => name === kept) ?? 'auto'
}

export function saveSize(storage: Pick<Storage, 'setItem'>, choice: SizeChoice): void {
  storage.setItem(STORAGE_KEY, choice)
}

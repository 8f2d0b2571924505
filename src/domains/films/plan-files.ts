import type { FilmFileName } from './film-file.ts'

interface Source {
  width: number | null
  height: number | null
  hasSound: boolean
  isPlayable: boolean
}

/** The shorter side of the picture, which is the height of all that is not held upright. */
export const sizedRenditions = { '1080p': 1080, '720p': 720, '480p': 480 } as const
export type SizedName = keyof typeof sizedRenditions

/**
 * What is made from an original, in the order in which it is needed: something to look at, then what
 * plays on a slow line. Nothing is made larger than it was.
 */
export function planFiles({ width, height, hasSound, isPlayable }: Source): FilmFileName[] {
  const side = Math.min(width ?? 0, height ?? 0)
  const sizes = (['480p', '720p', '1080p'] as const).filter((name) => sizedRenditions[name] <= side)
  // Something must play, though it is small.
  if (sizes.length === 0 && !isPlayable) sizes.push('480p')
  const sound: FilmFileName[] = hasSound ? ['sound_only'] : []
  return ['poster', 'data_saver', ...sizes.slice(0, 1), ...sound, 'sprite', ...sizes.slice(1)]
}

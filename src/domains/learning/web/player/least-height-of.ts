import type { VideoLink } from '../../../catalogue/video-link.ts'

/** YouTube asks for a player of 200 pixels at least; with our border around it. */
export function leastHeightOf({ provider }: VideoLink): string {
  return provider === 'youtube' ? 'min-h-[202px]' : ''
}

import type { VideoLink } from '../catalogue/video-link.ts'

/** The provider's own page of a video: the way out when it will not play here. */
export interface WatchPage {
  provider: 'YouTube' | 'Vimeo'
  url: string
}

/** Null for a file, which has no page. */
export function watchPageOf(link: VideoLink): WatchPage | null {
  if (link.provider === 'youtube') {
    return { provider: 'YouTube', url: `https://www.youtube.com/watch?v=${link.id}` }
  }
  if (link.provider === 'vimeo') {
    const key = link.hash === undefined ? '' : `/${link.hash}`
    return { provider: 'Vimeo', url: `https://vimeo.com/${link.id}${key}` }
  }
  return null
}

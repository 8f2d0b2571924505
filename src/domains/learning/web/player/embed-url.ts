import type { VideoLink } from '../../../catalogue/video-link.ts'

/** Where the providers' players are served from; a test may point them at a stand-in. */
export type EmbedBaseUrls = { youtube: string; vimeo: string }

export const EMBED_BASE_URLS: EmbedBaseUrls = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
}

/** The address of YouTube's player without cookies, ready to talk to a page of `pageOrigin`. */
export function buildYouTubeEmbedUrl(
  baseUrl: string,
  video: { id: string; startAtInSeconds: number; pageOrigin: string },
): string {
  const url = new URL(`/embed/${video.id}`, baseUrl)
  url.search = new URLSearchParams({
    enablejsapi: '1',
    origin: video.pageOrigin,
    autoplay: '1',
    playsinline: '1',
    rel: '0',
    ...(video.startAtInSeconds > 0 && { start: String(Math.floor(video.startAtInSeconds)) }),
  }).toString()
  return url.href
}

/** The address of Vimeo's player, told not to track, with the key of an unlisted video. */
export function buildVimeoEmbedUrl(
  baseUrl: string,
  video: Extract<VideoLink, { provider: 'vimeo' }>,
): string {
  const url = new URL(`/video/${video.id}`, baseUrl)
  url.search = new URLSearchParams({
    ...(video.hash !== undefined && { h: video.hash }),
    dnt: '1',
    autoplay: '1',
    playsinline: '1',
    byline: '0',
    portrait: '0',
  }).toString()
  return url.href
}

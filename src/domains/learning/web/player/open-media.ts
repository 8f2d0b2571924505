import type { VideoLink } from '../../../catalogue/video-link.ts'
import type { BegunVideo } from './begin-video.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import { openFileMedia } from './file-media.ts'
import type { Film, FreshLink } from './film.ts'
import type { MediaOptions, MediaPort } from './media-port.ts'
import type { SizeChoice } from './sizes.ts'
import { openVimeoMedia } from './vimeo-media.ts'
import { openYouTubeMedia } from './youtube-media.ts'

/** The adapter for a link, not yet loaded. */
export function openMedia(
  baseUrls: EmbedBaseUrls,
  options: MediaOptions & {
    link: VideoLink
    captionsUrl: string | null
    film: Film | null
    size: SizeChoice
    renewUrl: () => Promise<FreshLink | null>
    isRetry: boolean
    begun: BegunVideo | null
  },
): MediaPort {
  const { link } = options
  if (link.provider === 'youtube') {
    return openYouTubeMedia(baseUrls.youtube, { ...options, id: link.id })
  }
  if (link.provider === 'vimeo') return openVimeoMedia(baseUrls.vimeo, { ...options, video: link })
  return openFileMedia({ ...options, url: link.url })
}

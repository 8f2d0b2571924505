import type { VideoLink } from '../../../catalogue/video-link.ts'
import { createEmbedFrame } from './embed-frame.ts'
import { buildVimeoEmbedUrl } from './embed-url.ts'
import type { MediaOptions, MediaPort } from './media-port.ts'
import type { VimeoConnection } from './vimeo-events.ts'

/** A Vimeo video in Vimeo's own player; its library is fetched only when one is opened. */
export function openVimeoMedia(
  baseUrl: string,
  options: MediaOptions & { video: Extract<VideoLink, { provider: 'vimeo' }> },
): MediaPort {
  const frame = createEmbedFrame(options.container.ownerDocument, {
    title: options.title,
    src: buildVimeoEmbedUrl(baseUrl, options.video),
  })
  let line: VimeoConnection | null = null
  let isDestroyed = false

  const connect = async () => {
    const [{ default: VimeoPlayer }, { connectVimeo }] = await Promise.all([
      import('@vimeo/player'),
      import('./vimeo-events.ts'),
    ])
    if (isDestroyed) return
    // Not before: what the frame says at once would be heard by nobody.
    options.container.append(frame)
    line = connectVimeo(new VimeoPlayer(frame), options)
  }

  return {
    load: () => {
      if (!navigator.onLine) {
        options.onEvent({ type: 'error', kind: 'network' })
        return
      }
      connect().catch(() => options.onEvent({ type: 'error', kind: 'network' }))
    },
    play: () => line?.play(),
    pause: () => line?.pause(),
    seek: (positionInSeconds) => line?.seek(positionInSeconds),
    setRate: (rate) => line?.setRate(rate),
    setCaptions: (isShown) => line?.setCaptions(isShown),
    ...(options.container.ownerDocument.pictureInPictureEnabled && {
      togglePictureInPicture: () => line?.togglePictureInPicture(),
    }),
    destroy: () => {
      isDestroyed = true
      line?.close()
      frame.remove()
    },
  }
}

import { createEmbedFrame, openFrameChannel } from './embed-frame.ts'
import { buildYouTubeEmbedUrl } from './embed-url.ts'
import type { MediaOptions, MediaPort } from './media-port.ts'
import { resumePosition } from './resume-position.ts'
import type { YouTubeConnection } from './youtube-messages.ts'

/** A YouTube video in YouTube's own player, without cookies and without a script of theirs. */
export function openYouTubeMedia(
  baseUrl: string,
  options: MediaOptions & { id: string },
): MediaPort {
  const document = options.container.ownerDocument
  const frame = createEmbedFrame(document, {
    title: options.title,
    src: buildYouTubeEmbedUrl(baseUrl, { ...options, pageOrigin: document.location.origin }),
  })
  let line: YouTubeConnection | null = null
  let isDestroyed = false

  const connect = async () => {
    const { connectYouTube } = await import('./youtube-messages.ts')
    if (isDestroyed) return
    line = connectYouTube(openFrameChannel(frame, new URL(baseUrl).origin), (event) => {
      options.onEvent(event)
      if (event.type === 'ready' && options.rate !== 1) {
        line?.command('setPlaybackRate', options.rate)
      }
      // Only now its length is known; the address has asked for the position itself.
      if (event.type === 'durationchange' && options.startAtInSeconds > 0) {
        const start = resumePosition(options.startAtInSeconds, event.durationInSeconds)
        if (start === 0) line?.command('seekTo', 0, true)
      }
    })
  }

  return {
    load: () => {
      if (!navigator.onLine) {
        options.onEvent({ type: 'error', kind: 'network' })
        return
      }
      // YouTube's page says nothing before it is greeted, so that it may come first.
      options.container.append(frame)
      connect().catch(() => options.onEvent({ type: 'error', kind: 'network' }))
    },
    play: () => line?.command('playVideo'),
    pause: () => line?.command('pauseVideo'),
    seek: (positionInSeconds) => {
      options.onEvent({ type: 'seek' })
      line?.command('seekTo', positionInSeconds, true)
    },
    setRate: (rate) => line?.command('setPlaybackRate', rate),
    setCaptions: (isShown) => line?.command(isShown ? 'loadModule' : 'unloadModule', 'captions'),
    destroy: () => {
      isDestroyed = true
      line?.close()
      frame.remove()
    },
  }
}

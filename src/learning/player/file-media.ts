import type { MediaEvent, MediaOptions, MediaPort } from './media-port.ts'
import { resumePosition } from './resume-position.ts'

/** A video file in the browser's own player, with captions if there are any. */
export function openFileMedia(
  options: MediaOptions & { url: string; captionsUrl: string | null },
): MediaPort {
  const document = options.container.ownerDocument
  const video = createVideo(document, options)
  const listeners = new AbortController()
  const on = (name: keyof HTMLMediaElementEventMap, tell: () => MediaEvent | null) => {
    const listen = () => {
      const event = tell()
      if (event !== null) options.onEvent(event)
    }
    video.addEventListener(name, listen, { signal: listeners.signal })
  }

  on('loadedmetadata', () => {
    const start = resumePosition(options.startAtInSeconds, video.duration)
    if (start > 0) video.currentTime = start
    video.playbackRate = options.rate
    return { type: 'ready' }
  })
  on('durationchange', () =>
    Number.isFinite(video.duration)
      ? { type: 'durationchange', durationInSeconds: video.duration }
      : null,
  )
  on('playing', () => ({ type: 'play' }))
  on('pause', () => ({ type: 'pause' }))
  on('seeking', () => ({ type: 'seek' }))
  on('timeupdate', () => ({ type: 'timeupdate', positionInSeconds: video.currentTime }))
  on('ratechange', () => ({ type: 'ratechange', rate: video.playbackRate }))
  on('ended', () => ({ type: 'ended' }))
  on('error', () => ({ type: 'error', kind: errorKind(video.error) }))

  /** A browser that refuses to start by itself leaves its own play button in view. */
  const play = () => {
    video.play().catch(() => undefined)
  }
  return {
    load: () => {
      options.container.append(video)
      video.src = options.url
      play()
    },
    play,
    pause: () => video.pause(),
    seek: (positionInSeconds) => {
      video.currentTime = positionInSeconds
    },
    setRate: (rate) => {
      video.playbackRate = rate
    },
    ...(options.captionsUrl !== null && {
      setCaptions: (isShown: boolean) => {
        for (const track of video.textTracks) track.mode = isShown ? 'showing' : 'hidden'
      },
    }),
    ...(document.pictureInPictureEnabled && {
      togglePictureInPicture: () => {
        const isInside = document.pictureInPictureElement === video
        const change = isInside ? document.exitPictureInPicture() : video.requestPictureInPicture()
        change.catch(() => undefined)
      },
    }),
    destroy: () => {
      listeners.abort()
      video.pause()
      // Without this the browser goes on fetching a file that nobody sees.
      video.removeAttribute('src')
      video.load()
      video.remove()
    },
  }
}

function createVideo(
  document: Document,
  options: { title: string; captionsUrl: string | null },
): HTMLVideoElement {
  const video = document.createElement('video')
  video.controls = true
  video.playsInline = true
  video.preload = 'metadata'
  video.className = 'absolute inset-0 size-full'
  video.setAttribute('aria-label', options.title)
  if (options.captionsUrl !== null) {
    const track = document.createElement('track')
    track.kind = 'captions'
    track.label = 'English'
    track.srclang = 'en'
    track.src = options.captionsUrl
    video.append(track)
  }
  return video
}

function errorKind(error: MediaError | null): 'unplayable' | 'network' {
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'unplayable'
}

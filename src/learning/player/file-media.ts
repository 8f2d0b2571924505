import { askForLink, waitForTurn } from './ask-for-link.ts'
import { captionsUrlBeside } from './captions-url.ts'
import type { MediaErrorKind, MediaEvent, MediaOptions, MediaPort } from './media-port.ts'
import { resumePosition } from './resume-position.ts'

/** A link that was just made and fails again and again leads to a broken file. */
const triesOfBrokenFile = 3

/** A video file in the browser's own player, with captions if there are any. */
export function openFileMedia(
  options: MediaOptions & {
    url: string
    captionsUrl: string | null
    renewUrl: () => Promise<string | null>
    /** A second try begins with a fresh link. */
    isRetry: boolean
  },
): MediaPort {
  const document = options.container.ownerDocument
  const video = createVideo(document, options)
  const listeners = new AbortController()
  const source = {
    url: options.url,
    startAtInSeconds: options.startAtInSeconds,
    rate: options.rate,
  }
  let isRenewing = false
  let isWanted = true
  let failuresInARow = 0
  const on = (name: keyof HTMLMediaElementEventMap, tell: () => MediaEvent | null) => {
    const listen = () => {
      const event = tell()
      if (event !== null) options.onEvent(event)
    }
    video.addEventListener(name, listen, { signal: listeners.signal })
  }
  const tellError = (kind: MediaErrorKind) => options.onEvent({ type: 'error', kind })
  const openUrl = (url: string) => {
    source.url = url
    for (const track of video.querySelectorAll('track')) track.src = captionsUrlBeside(url) ?? ''
    video.src = url
    if (isWanted) play()
  }
  /**
   * Links to our own files end, and networks come back: then the film goes on by itself where it
   * stood, from a fresh link.
   */
  const recover = async (kind: MediaErrorKind) => {
    failuresInARow += 1
    if (!isRenewing) {
      source.startAtInSeconds = video.currentTime || source.startAtInSeconds
      if (video.readyState > HTMLMediaElement.HAVE_NOTHING) source.rate = video.playbackRate
    }
    isRenewing = true
    if (failuresInARow > 1) {
      if (kind === 'network') tellError(kind)
      await waitForTurn(failuresInARow - 1, listeners.signal)
    }
    const url = await askForLink({
      renewUrl: options.renewUrl,
      signal: listeners.signal,
      onUnreachable: () => tellError('network'),
    })
    if (listeners.signal.aborted) return
    const isHopeless = kind !== 'network' && failuresInARow >= triesOfBrokenFile
    if (url === null || isHopeless) {
      isRenewing = false
      tellError(kind)
      return
    }
    openUrl(url)
  }

  on('loadedmetadata', () => {
    const start = resumePosition(source.startAtInSeconds, video.duration)
    isRenewing = false
    if (start > 0) video.currentTime = start
    video.playbackRate = source.rate
    return { type: 'ready' }
  })
  on('durationchange', () =>
    Number.isFinite(video.duration)
      ? { type: 'durationchange', durationInSeconds: video.duration }
      : null,
  )
  on('play', () => {
    isWanted = true
    return null
  })
  on('playing', () => ({ type: 'play' }))
  on('pause', () => {
    if (isRenewing || video.error !== null) return null
    isWanted = false
    return { type: 'pause' }
  })
  on('seeking', () => ({ type: 'seek' }))
  // An element that is given another source tells of a position and a speed that nobody chose.
  on('timeupdate', () => {
    if (isRenewing) return null
    if (video.currentTime > source.startAtInSeconds) failuresInARow = 0
    return { type: 'timeupdate', positionInSeconds: video.currentTime }
  })
  on('ratechange', () => (isRenewing ? null : { type: 'ratechange', rate: video.playbackRate }))
  on('ended', () => ({ type: 'ended' }))
  on('error', () => {
    void recover(errorKind(video.error))
    return null
  })

  /** A browser that refuses to start by itself leaves its own play button in view. */
  const play = () => {
    video.play().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (isRefused) options.onEvent({ type: 'blocked' })
    })
  }
  return {
    load: () => {
      options.container.append(video)
      if (options.isRetry) void recover('network')
      else openUrl(options.url)
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

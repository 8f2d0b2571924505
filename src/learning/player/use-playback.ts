import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { VideoLink } from '../../catalogue/video-link.ts'
import type { VideoProblem } from '../video-problem.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import type { MediaErrorKind, MediaEvent, MediaPort } from './media-port.ts'
import { openMedia } from './open-media.ts'
import { createPlaybackReporter, type PlaybackListener } from './report-playback.ts'
import { readSpeed, saveSpeed } from './speeds.ts'

export type Playback = {
  isReady: boolean
  isPlaying: boolean
  /** Nothing has moved yet, and nothing waits for a tap. */
  isStarting: boolean
  rate: number
  error: MediaErrorKind | null
  canPictureInPicture: boolean
}

const OPENING: Playback = {
  isReady: false,
  isPlaying: false,
  isStarting: true,
  rate: 1,
  error: null,
  canPictureInPicture: false,
}

/** Opens the media inside `container` for as long as the component lives, and reports it. */
export function usePlayback(
  container: RefObject<HTMLDivElement | null>,
  opened: {
    link: VideoLink
    title: string
    startAtInSeconds: number
    captionsUrl: string | null
    renewUrl: () => Promise<string | null>
    isRetry: boolean
    baseUrls: EmbedBaseUrls
    listener: PlaybackListener
    onProblem: (problem: VideoProblem) => void
  },
) {
  const media = useRef<MediaPort | null>(null)
  const position = useRef(opened.startAtInSeconds)
  const [playback, setPlayback] = useState(OPENING)

  const onProgress = useEffectEvent(opened.listener.onProgress)
  const onEnded = useEffectEvent(opened.listener.onEnded)
  const onCompletedPlayback = useEffectEvent(opened.listener.onCompletedPlayback)
  const onProblem = useEffectEvent(opened.onProblem)
  const hear = useEffectEvent((event: MediaEvent) => {
    if (event.type === 'timeupdate') position.current = event.positionInSeconds
    if (event.type === 'error' && event.kind !== 'network') onProblem(event.kind)
    setPlayback((before) => showEvent(before, event))
    if (event.type === 'ready') {
      const canPictureInPicture = media.current?.togglePictureInPicture !== undefined
      setPlayback((before) => ({ ...before, canPictureInPicture }))
    }
  })
  const renewUrl = useEffectEvent(() => opened.renewUrl())
  const open = useEffectEvent((element: HTMLElement, onEvent: (event: MediaEvent) => void) =>
    openMedia(opened.baseUrls, {
      ...opened,
      container: element,
      startAtInSeconds: position.current,
      rate: readSpeed(localStorage),
      renewUrl: () => renewUrl(),
      onEvent,
    }),
  )

  useEffect(() => {
    if (container.current === null) return undefined
    const reporter = createPlaybackReporter(
      {
        onProgress: (report) => onProgress(report),
        onEnded: () => onEnded(),
        onCompletedPlayback: () => onCompletedPlayback(),
      },
      position.current,
    )
    const port = open(container.current, (event) => {
      hear(event)
      reporter.hear(event)
    })
    media.current = port
    port.load()

    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') reporter.flush()
    }
    document.addEventListener('visibilitychange', flushWhenHidden)
    window.addEventListener('pagehide', reporter.flush)
    return () => {
      document.removeEventListener('visibilitychange', flushWhenHidden)
      window.removeEventListener('pagehide', reporter.flush)
      reporter.flush()
      media.current = null
      port.destroy()
    }
  }, [container])

  return {
    ...playback,
    togglePlay: () => (playback.isPlaying ? media.current?.pause() : media.current?.play()),
    skip: (bySeconds: number) => media.current?.seek(Math.max(0, position.current + bySeconds)),
    setRate: (rate: number) => {
      saveSpeed(localStorage, rate)
      media.current?.setRate(rate)
    },
    setCaptions: (isShown: boolean) => media.current?.setCaptions?.(isShown),
    togglePictureInPicture: () => media.current?.togglePictureInPicture?.(),
    readPosition: () => position.current,
  }
}

function showEvent(before: Playback, event: MediaEvent): Playback {
  if (event.type === 'ready') return { ...before, isReady: true, error: null }
  if (event.type === 'play') {
    return { ...before, isReady: true, isPlaying: true, isStarting: false, error: null }
  }
  if (event.type === 'blocked') return { ...before, isStarting: false }
  if (event.type === 'pause' || event.type === 'ended') {
    return { ...before, isPlaying: false, isStarting: false }
  }
  if (event.type === 'ratechange') return { ...before, rate: event.rate }
  if (event.type === 'error') return { ...before, isPlaying: false, error: event.kind }
  return before
}

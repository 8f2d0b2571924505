import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { VideoLink } from '../../../catalogue/video-link.ts'
import type { Interval } from '../../played-intervals.ts'
import type { VideoProblem } from '../../video-problem.ts'
import type { BegunVideo } from './begin-video.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import type { Film, FreshLink, SizeName } from './film.ts'
import type { MediaErrorKind, MediaEvent, MediaPort } from './media-port.ts'
import { openMediaSession } from './media-session.ts'
import { openMedia } from './open-media.ts'
import { createPlaybackReporter, type PlaybackListener } from './report-playback.ts'
import { readSize, type SizeChoice, saveSize } from './sizes.ts'
import { readSpeed, saveSpeed } from './speeds.ts'

export type Playback = {
  isReady: boolean
  isPlaying: boolean
  /** Nothing has moved yet, and nothing waits for a tap. */
  isStarting: boolean
  rate: number
  error: MediaErrorKind | null
  canPictureInPicture: boolean
  /** Its own pictures and sound are in our hands; a provider's player has its own bar. */
  isFile: boolean
  /** What comes next has not arrived yet. */
  isWaiting: boolean
  positionInSeconds: number
  /** 0 while it is not known. */
  durationInSeconds: number
  buffered: readonly Interval[]
  played: readonly Interval[]
  volume: number
  isMuted: boolean
  /** What the learner chose, and what plays. */
  size: SizeChoice
  playingSize: SizeName | null
}

const OPENING: Playback = {
  isReady: false,
  isPlaying: false,
  isStarting: true,
  rate: 1,
  error: null,
  canPictureInPicture: false,
  isFile: false,
  isWaiting: false,
  positionInSeconds: 0,
  durationInSeconds: 0,
  buffered: [],
  played: [],
  volume: 1,
  isMuted: false,
  size: 'auto',
  playingSize: null,
}

/** Opens the media inside `container` for as long as the component lives, and reports it. */
export function usePlayback(
  container: RefObject<HTMLDivElement | null>,
  opened: {
    link: VideoLink
    title: string
    startAtInSeconds: number
    courseTitle: string | null
    posterUrl: string | null
    film: Film | null
    /** Of the sound and the captions it begins with. */
    volume: number
    isMuted: boolean
    captionsLanguage: string | null
    captionsUrl: string | null
    renewUrl: () => Promise<FreshLink | null>
    isRetry: boolean
    begun: BegunVideo | null
    baseUrls: EmbedBaseUrls
    listener: PlaybackListener
    onProblem: (problem: VideoProblem) => void
  },
) {
  const media = useRef<MediaPort | null>(null)
  const position = useRef(opened.startAtInSeconds)
  const [playback, setPlayback] = useState(() => ({
    ...OPENING,
    isFile: opened.link.provider === 'file',
    positionInSeconds: opened.startAtInSeconds,
    durationInSeconds: opened.film?.duration_in_seconds ?? 0,
    size: readSize(localStorage),
  }))

  const onProgress = useEffectEvent(opened.listener.onProgress)
  const onEnded = useEffectEvent(opened.listener.onEnded)
  const onCompletedPlayback = useEffectEvent(opened.listener.onCompletedPlayback)
  const onProblem = useEffectEvent(opened.onProblem)
  const hear = useEffectEvent((event: MediaEvent) => {
    if (event.type === 'timeupdate') position.current = event.positionInSeconds
    if (event.type === 'error' && isProblem(event.kind)) onProblem(event.kind)
    setPlayback((before) => showEvent(before, event))
    if (event.type === 'ready') {
      const canPictureInPicture = media.current?.togglePictureInPicture !== undefined
      setPlayback((before) => ({ ...before, canPictureInPicture }))
    }
  })
  const renewUrl = useEffectEvent(() => opened.renewUrl())
  const open = useEffectEvent((element: HTMLElement, onEvent: (event: MediaEvent) => void) => {
    const port = openMedia(opened.baseUrls, {
      ...opened,
      container: element,
      startAtInSeconds: position.current,
      rate: readSpeed(localStorage),
      size: playback.size,
      renewUrl: () => renewUrl(),
      onEvent,
    })
    port.file?.setVolume(opened.volume)
    port.file?.setMuted(opened.isMuted)
    if (opened.captionsLanguage !== null) port.setCaptions?.(true, opened.captionsLanguage)
    return port
  })

  const openSession = useEffectEvent((port: MediaPort) =>
    openMediaSession(port, {
      title: opened.title,
      courseTitle: opened.courseTitle,
      artworkUrl: opened.film?.poster ?? opened.posterUrl,
      readPosition: () => position.current,
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
    const inner = open(container.current, (event) => {
      hear(event)
      reporter.hear(event)
    })
    // A second jump goes on from where the first one leads, though the media has not got there yet.
    const seek = (positionInSeconds: number) => {
      position.current = positionInSeconds
      setPlayback((before) => ({ ...before, positionInSeconds }))
      inner.seek(positionInSeconds)
    }
    const port = { ...inner, seek }
    media.current = port
    port.load()
    // A provider's page in its frame has a session of its own.
    const session = port.file && openSession(port)

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
      session?.close()
      port.destroy()
    }
  }, [container])

  // Shown at once: a second press undoes the first one, though the media has not told of it yet.
  const play = () => {
    setPlayback((before) => ({ ...before, isPlaying: before.error === null }))
    media.current?.play()
  }
  const pause = () => {
    setPlayback((before) => ({ ...before, isPlaying: false }))
    media.current?.pause()
  }

  return {
    ...playback,
    play,
    pause,
    togglePlay: playback.isPlaying ? pause : play,
    skip: (bySeconds: number) => {
      const end = playback.durationInSeconds || Number.POSITIVE_INFINITY
      media.current?.seek(Math.min(end, Math.max(0, position.current + bySeconds)))
    },
    setRate: (rate: number) => {
      saveSpeed(localStorage, rate)
      media.current?.setRate(rate)
    },
    seek: (positionInSeconds: number) => media.current?.seek(positionInSeconds),
    setVolume: (volume: number) => media.current?.file?.setVolume(volume),
    setMuted: (isMuted: boolean) => media.current?.file?.setMuted(isMuted),
    setSize: (size: SizeChoice) => {
      saveSize(localStorage, size)
      setPlayback((before) => ({ ...before, size }))
      media.current?.file?.setSize(size)
    },
    setCaptions: (isShown: boolean, language?: string) =>
      media.current?.setCaptions?.(isShown, language),
    liftCaptions: (coveredPart: number) => media.current?.file?.liftCaptions(coveredPart),
    enterNativeFullscreen: () => media.current?.file?.enterNativeFullscreen?.(),
    togglePictureInPicture: () => media.current?.togglePictureInPicture?.(),
    readPosition: () => position.current,
  }
}

function showEvent(before: Playback, event: MediaEvent): Playback {
  if (event.type === 'ready') return { ...before, isReady: true, error: null }
  if (event.type === 'play') {
    const isPlaying = { isReady: true, isPlaying: true, isStarting: false, isWaiting: false }
    return { ...before, ...isPlaying, error: null }
  }
  if (event.type === 'waiting') return { ...before, isWaiting: true }
  if (event.type === 'timeupdate') {
    return { ...before, positionInSeconds: event.positionInSeconds }
  }
  if (event.type === 'durationchange') {
    return { ...before, durationInSeconds: event.durationInSeconds }
  }
  if (event.type === 'ranges') {
    return { ...before, buffered: event.buffered, played: event.played }
  }
  if (event.type === 'volumechange') {
    return { ...before, volume: event.volume, isMuted: event.isMuted }
  }
  if (event.type === 'sizechange') return { ...before, playingSize: event.name }
  if (event.type === 'blocked') return { ...before, isPlaying: false, isStarting: false }
  if (event.type === 'pause' || event.type === 'ended') {
    return { ...before, isPlaying: false, isStarting: false, isWaiting: false }
  }
  if (event.type === 'ratechange') return { ...before, rate: event.rate }
  if (event.type === 'error') return { ...before, isPlaying: false, error: event.kind }
  return before
}

/** What is worth telling the academy: neither the network nor its own store, and no access that has ended. */
function isProblem(kind: MediaErrorKind): kind is VideoProblem {
  return !['network', 'closed', 'away'].includes(kind)
}

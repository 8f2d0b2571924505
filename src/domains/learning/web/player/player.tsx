import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import type { VideoLink } from '../../../catalogue/video-link.ts'
import type { VideoProblem } from '../../video-problem.ts'
import { watchPageOf } from '../../watch-page.ts'
import { type BegunVideo, beginVideo } from './begin-video.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import type { Film, FreshLink } from './film.ts'
import { leastHeightOf } from './least-height-of.ts'
import { LoadingCover } from './loading-cover.tsx'
import { MediaErrorNotice } from './media-error-notice.tsx'
import type { OpenedPlayer as OpenedPlayerComponent } from './opened-player.tsx'
import { PlayerFacade } from './player-facade.tsx'
import type { FilmMark, PlayerHandle } from './player-handle.ts'
import type { PlaybackListener } from './report-playback.ts'

export type PlayerProps = Partial<PlaybackListener> & {
  /** Null if the stored address plays nothing. */
  link: VideoLink | null
  title: string
  posterUrl?: string
  /** Where the learner stopped last; a start inside the link counts only without it. */
  startAtInSeconds?: number
  /** What is known of it if it is one of the academy's own films. */
  film?: Film | undefined
  /** For the lock screen of a phone. */
  courseTitle?: string
  /** Puts the keyboard on the play button, when a learner has just chosen this lesson. */
  takesFocus?: boolean
  /** Somebody has asked for the film already, such as by the lesson's own play button. */
  opensAtOnce?: boolean
  /** A fresh address for a file whose own is good no more; null if there is none for this viewer. */
  renewUrl: () => Promise<FreshLink | null>
  /** The video will play for nobody. */
  onProblem?: (problem: VideoProblem) => void
  /** For what stands beside the film. */
  handle?: Ref<PlayerHandle>
  /** The key of something beside the film was pressed. */
  onOpenTool?: (tool: string) => void
  baseUrls?: EmbedBaseUrls
}

/**
 * A picture with a play button; nothing of a video or its provider is fetched until it is
 * pressed. Give it the video's id as `key`, so that each lesson gets a player of its own.
 */
export function Player({ link, handle, ...shown }: PlayerProps) {
  const { OpenedPlayer, hasFailed, askedAtInMs, begun, ...opening } = useOpenedPlayer()
  const [retry, setRetry] = useState<Retry | null>(null)
  const open = () => {
    if (link === null) return
    opening.open(() => beginVideo(document, { link, film: shown.film ?? null }))
  }
  const opened = useRef<OpenedHandle>(null)
  /** Asked for by who opened the player with it. */
  const [startAt, setStartAt] = useState<number | null>(null)
  const [marks, setMarks] = useState<Readonly<Record<string, readonly FilmMark[]>>>({})
  const startAtInSeconds = startAt ?? shown.startAtInSeconds
  useImperativeHandle(handle, () => {
    const isOnItsWay = askedAtInMs !== null && !hasFailed
    return {
      readPosition: () => opened.current?.readPosition() ?? startAtInSeconds ?? 0,
      isPlaying: () => opened.current?.isPlaying() ?? false,
      seek: (positionInSeconds) => {
        if (opened.current) return opened.current.seek(positionInSeconds)
        setStartAt(positionInSeconds)
        if (!isOnItsWay) open()
      },
      play: () => {
        if (opened.current) opened.current.play()
        else if (!isOnItsWay) open()
      },
      pause: () => opened.current?.pause(),
      mark: (source, ofSource) => setMarks((before) => ({ ...before, [source]: ofSource })),
    }
  })
  const openIfAsked = useEffectEvent(() => {
    if (shown.opensAtOnce) open()
  })
  useEffect(() => openIfAsked(), [])

  if (link === null) return <InvalidVideo />
  if (OpenedPlayer === null) {
    return (
      <div className="relative mx-auto max-w-[max(20rem,(100svh-1rem)*16/9)] rounded-lg">
        <PlayerFacade
          title={shown.title}
          posterUrl={shown.posterUrl ?? null}
          heightStyle={leastHeightOf(link)}
          hasFocus={shown.takesFocus ?? false}
          onIntent={() => void fetchOpenedPlayer().catch(() => undefined)}
          onPlay={open}
        />
        {askedAtInMs !== null && !hasFailed && (
          <LoadingCover posterUrl={shown.posterUrl ?? null} askedAtInMs={askedAtInMs} />
        )}
        {hasFailed && (
          <MediaErrorNotice kind="network" watchPage={watchPageOf(link)} onTryAgain={open} />
        )}
      </div>
    )
  }
  return (
    <OpenedPlayer
      {...shown}
      {...(startAtInSeconds !== undefined && { startAtInSeconds })}
      key={retry?.count}
      opened={opened}
      marks={Object.values(marks).flat()}
      link={link}
      retry={retry}
      begun={begun}
      askedAtInMs={askedAtInMs ?? 0}
      onTryAgain={(left) =>
        setRetry((before) => ({
          ...left,
          count: (before?.count ?? 0) + 1,
          askedAtInMs: Date.now(),
        }))
      }
    />
  )
}

/** What of the handle only an opened player can do. */
export type OpenedHandle = Omit<PlayerHandle, 'mark'>

/** How a player was left that has failed. Speed and size are kept on the device. */
export interface LeftPlayer {
  positionInSeconds: number
  volume: number
  isMuted: boolean
  /** Null: no captions are shown. */
  captionsLanguage: string | null
}

/** The player again, after it has failed. */
export interface Retry extends LeftPlayer {
  count: number
  askedAtInMs: number
}

interface Opening {
  OpenedPlayer: typeof OpenedPlayerComponent | null
  hasFailed: boolean
  /** Null: not asked for yet. */
  askedAtInMs: number | null
  begun: BegunVideo | null
}

/** The player proper is fetched when somebody asks for it, so that it costs the page nothing before. */
function useOpenedPlayer() {
  const [state, setState] = useState<Opening>({
    OpenedPlayer: null,
    hasFailed: false,
    askedAtInMs: null,
    begun: null,
  })
  const waiting = useRef<BegunVideo | null>(null)
  // Who leaves before the player is there takes the film along.
  useEffect(() => () => waiting.current?.discard(), [])
  const open = (begin: () => BegunVideo | null) => {
    waiting.current?.discard()
    const begun = begin()
    waiting.current = begun
    const asked = { OpenedPlayer: null, hasFailed: false, askedAtInMs: Date.now(), begun }
    setState(asked)
    fetchOpenedPlayer().then(
      ({ OpenedPlayer }) => setState({ ...asked, OpenedPlayer }),
      () => {
        begun?.discard()
        setState({ ...asked, hasFailed: true })
      },
    )
  }
  return { ...state, open }
}

function fetchOpenedPlayer() {
  return import('./opened-player.tsx')
}

function InvalidVideo() {
  return (
    <div className="grid aspect-video place-items-center rounded-lg border border-line bg-paper p-6">
      <p role="alert" className="text-danger">
        {t('Invalid video URL')}
      </p>
    </div>
  )
}

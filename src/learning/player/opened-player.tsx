import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { VideoLink } from '../../catalogue/video-link.ts'
import type { VideoProblem } from '../video-problem.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import { LoadingCover } from './loading-cover.tsx'
import { MediaErrorNotice, WatchPageLink } from './media-error-notice.tsx'
import { PlayerControls } from './player-controls.tsx'
import type { PlaybackListener } from './report-playback.ts'
import { type PlayerCommand, readShortcut } from './shortcuts.ts'
import { stepSpeed } from './speeds.ts'
import { usePlayback } from './use-playback.ts'
import { watchPageOf } from './watch-page.ts'

/** The video itself with one row of controls, steered by the keyboard while focus is inside. */
export function OpenedPlayer(opened: {
  link: VideoLink
  title: string
  posterUrl: string | null
  /** When the learner asked for it, by `Date.now()`. */
  askedAtInMs: number
  startAtInSeconds: number
  captionsUrl: string | null
  renewUrl: () => Promise<string | null>
  isRetry: boolean
  baseUrls: EmbedBaseUrls
  listener: PlaybackListener
  onProblem: (problem: VideoProblem) => void
  onTryAgain: (positionInSeconds: number) => void
}) {
  const shell = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const playback = usePlayback(stage, opened)
  const [hasCaptions, setHasCaptions] = useState(false)
  const watchPage = watchPageOf(opened.link)
  const isUncovered = useIsUncovered(playback.isReady)
  const isCovered = playback.isStarting && playback.error === null && !isUncovered

  // A file goes on by itself; a provider's page has to be asked for anew.
  const isOutOfReach = playback.error === 'network' && watchPage !== null
  const tryAgain = useEffectEvent(() => opened.onTryAgain(playback.readPosition()))
  useEffect(() => {
    if (!isOutOfReach) return undefined
    const onOnline = () => tryAgain()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isOutOfReach])

  // The button that was pressed to get here is gone; without this the keyboard would be nowhere.
  useEffect(() => playButton.current?.focus({ preventScroll: true }), [])

  const toggleCaptions = () => {
    playback.setCaptions(!hasCaptions)
    setHasCaptions(!hasCaptions)
  }
  const toggleFullscreen = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : shell.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  const obey = (command: PlayerCommand) => {
    if (command.do === 'toggle-play') playback.togglePlay()
    if (command.do === 'skip') playback.skip(command.bySeconds)
    if (command.do === 'toggle-fullscreen') toggleFullscreen()
    if (command.do === 'toggle-captions') toggleCaptions()
    if (command.do === 'change-speed') playback.setRate(stepSpeed(playback.rate, command.bySteps))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const command = readShortcut({
      key: event.key,
      hasModifier: event.ctrlKey || event.metaKey || event.altKey,
      targetName: event.target instanceof Element ? event.target.tagName : '',
    })
    if (command === null) return
    event.preventDefault()
    obey(command)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys add to the controls inside
    <section
      ref={shell}
      aria-label={`Video: ${opened.title}`}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-lg border border-line bg-paper [&:fullscreen]:flex [&:fullscreen]:flex-col [&:fullscreen]:rounded-none [&:fullscreen]:border-0"
    >
      <div className="relative aspect-video bg-black [section:fullscreen>&]:aspect-auto [section:fullscreen>&]:flex-1">
        <div ref={stage} className="absolute inset-0" />
        {isCovered && (
          <LoadingCover posterUrl={opened.posterUrl} askedAtInMs={opened.askedAtInMs}>
            {watchPage !== null && <WatchPageLink {...watchPage} />}
          </LoadingCover>
        )}
        {playback.error !== null && (
          <MediaErrorNotice
            kind={playback.error}
            watchPage={watchPage}
            onTryAgain={() => opened.onTryAgain(playback.readPosition())}
          />
        )}
      </div>
      <PlayerControls
        playButton={playButton}
        playback={playback}
        captions={
          opened.captionsUrl === null ? null : { isShown: hasCaptions, onToggle: toggleCaptions }
        }
        onToggleFullscreen={document.fullscreenEnabled ? toggleFullscreen : null}
      />
    </section>
  )
}

/** A player that answers but plays nothing has something to say itself, such as "Sign in". */
const uncoverAfterInMs = 10_000

function useIsUncovered(isReady: boolean): boolean {
  const [isUncovered, setIsUncovered] = useState(false)
  useEffect(() => {
    if (!isReady) return undefined
    const timer = setTimeout(() => setIsUncovered(true), uncoverAfterInMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return isUncovered
}

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { VideoLink } from '../../catalogue/video-link.ts'
import type { EmbedBaseUrls } from './embed-url.ts'
import { MediaErrorNotice } from './media-error-notice.tsx'
import { PlayerControls } from './player-controls.tsx'
import type { PlaybackListener } from './report-playback.ts'
import { type PlayerCommand, readShortcut } from './shortcuts.ts'
import { stepSpeed } from './speeds.ts'
import { usePlayback } from './use-playback.ts'

/** The video itself with one row of controls, steered by the keyboard while focus is inside. */
export function OpenedPlayer(opened: {
  link: VideoLink
  title: string
  startAtInSeconds: number
  captionsUrl: string | null
  renewUrl: () => Promise<string | null>
  baseUrls: EmbedBaseUrls
  listener: PlaybackListener
  onTryAgain: (positionInSeconds: number) => void
}) {
  const shell = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const playback = usePlayback(stage, opened)
  const [hasCaptions, setHasCaptions] = useState(false)

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
        {playback.error !== null && (
          <MediaErrorNotice
            kind={playback.error}
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

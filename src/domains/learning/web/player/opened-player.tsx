import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import type { VideoLink } from '../../../catalogue/video-link.ts'
import { watchPageOf } from '../../watch-page.ts'
import type { BegunVideo } from './begin-video.ts'
import { captionsUrlBeside } from './captions-url.ts'
import { ControlBar } from './control-bar.tsx'
import { EMBED_BASE_URLS } from './embed-url.ts'
import { FilmSurface } from './film-surface.tsx'
import { FilmText } from './film-text.tsx'
import { leastHeightOf } from './least-height-of.ts'
import { LoadingCover } from './loading-cover.tsx'
import { MediaErrorNotice, WatchPageLink } from './media-error-notice.tsx'
import type { LeftPlayer, OpenedHandle, PlayerProps, Retry } from './player.tsx'
import type { FilmMark } from './player-handle.ts'
import { type PlayerCommand, readShortcut } from './shortcuts.ts'
import { ShortcutsList } from './shortcuts-list.tsx'
import { stepSpeed } from './speeds.ts'
import { useCaptions } from './use-captions.ts'
import { useFullscreen } from './use-fullscreen.ts'
import { useIdle } from './use-idle.ts'
import { usePlayback } from './use-playback.ts'

/**
 * The video itself, steered by the keyboard while focus is inside. Over a file lies a bar of ours;
 * YouTube and Vimeo have their own.
 */
export function OpenedPlayer({
  link,
  retry,
  ...props
}: PlayerProps & {
  link: VideoLink
  /** Null: the first try. */
  retry: Retry | null
  /** The file of the first try, on its way already. */
  begun: BegunVideo | null
  /** When the learner asked for it, by `Date.now()`. */
  askedAtInMs: number
  onTryAgain: (left: LeftPlayer) => void
  opened: Ref<OpenedHandle>
  marks: readonly FilmMark[]
}) {
  const shell = useRef<HTMLElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const playButton = useRef<HTMLButtonElement>(null)
  const film = props.film ?? null
  const posterUrl = props.posterUrl ?? null
  const playback = usePlayback(stage, {
    link,
    film,
    posterUrl,
    title: props.title,
    courseTitle: props.courseTitle ?? null,
    isRetry: retry !== null,
    begun: retry === null ? props.begun : null,
    startAtInSeconds: retry?.positionInSeconds ?? props.startAtInSeconds ?? startInLink(link),
    volume: retry?.volume ?? 1,
    isMuted: retry?.isMuted ?? false,
    captionsLanguage: retry?.captionsLanguage ?? null,
    captionsUrl: captionsBeside(link),
    renewUrl: props.renewUrl,
    baseUrls: props.baseUrls ?? EMBED_BASE_URLS,
    listener: {
      onProgress: props.onProgress ?? ignore,
      onEnded: props.onEnded ?? ignore,
      onCompletedPlayback: props.onCompletedPlayback ?? ignore,
    },
    onProblem: props.onProblem ?? ignore,
  })
  const captions = useCaptions(film, captionsBeside(link), {
    first: retry?.captionsLanguage ?? null,
    onChange: playback.setCaptions,
  })
  const fullscreen = useFullscreen(shell, {
    enterNative: playback.enterNativeFullscreen,
    isPlayingFile: playback.isFile && playback.isPlaying,
  })
  const idle = useIdle(playback.isFile && playback.isPlaying)
  const watchPage = watchPageOf(link)
  // Nothing may lie over a provider's player, which also has something to say itself, such as "Sign in".
  const isAwaited = playback.isFile ? playback.isStarting : !playback.isReady
  const isCovered = isAwaited && playback.error === null
  const isOutOfPlay = playback.error !== null && !playback.isFile

  // A file goes on by itself; a provider's page has to be asked for anew.
  const isOutOfReach = playback.error === 'network' && watchPage !== null
  const tryAgainAt = (positionInSeconds: number) => {
    const { volume, isMuted } = playback
    props.onTryAgain({ positionInSeconds, volume, isMuted, captionsLanguage: captions.language })
  }
  const tryAgain = useEffectEvent(() => tryAgainAt(playback.readPosition()))
  useEffect(() => {
    if (!isOutOfReach) return undefined
    const onOnline = () => tryAgain()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isOutOfReach])

  // The button that was pressed to get here is gone; without this the keyboard would be nowhere.
  useEffect(() => {
    ;(playButton.current ?? shell.current)?.focus({ preventScroll: true })
    // On a phone on its side the player is as high as the screen.
    shell.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  /** Asked for before it could be done. */
  const awaited = useRef<number | null>(null)
  const seekAwaited = useEffectEvent(() => {
    if (awaited.current !== null) playback.seek(awaited.current)
    awaited.current = null
  })
  useEffect(() => {
    if (playback.isReady) seekAwaited()
  }, [playback.isReady])
  useImperativeHandle(props.opened, () => ({
    readPosition: () => awaited.current ?? playback.readPosition(),
    isPlaying: () => playback.isPlaying,
    seek: (positionInSeconds) => {
      shell.current?.scrollIntoView({ block: 'nearest' })
      if (playback.error !== null) tryAgainAt(positionInSeconds)
      else if (playback.isReady) playback.seek(positionInSeconds)
      else awaited.current = positionInSeconds
    },
    play: playback.play,
    pause: playback.pause,
  }))

  const isBarHidden = idle.isIdle
  const lift = useEffectEvent((isUncoveredBelow: boolean) => {
    const height = shell.current?.clientHeight ?? 0
    const covered = isUncoveredBelow || height === 0 ? 0 : (bar.current?.clientHeight ?? 0) / height
    playback.liftCaptions(covered)
  })
  useEffect(() => lift(isBarHidden), [isBarHidden])

  const [isHelpShown, setHelpShown] = useState(false)
  const closeHelp = () => {
    if (isHelpShown) shell.current?.focus({ preventScroll: true })
    setHelpShown(false)
  }
  const obey = (command: PlayerCommand) => {
    if (command.do === 'toggle-play') playback.togglePlay()
    if (command.do === 'skip') playback.skip(command.bySeconds)
    if (command.do === 'go-to') playback.seek(command.part * playback.durationInSeconds)
    if (command.do === 'step' && !playback.isPlaying) playback.skip(command.bySteps / 25)
    if (command.do === 'toggle-mute') playback.setMuted(!playback.isMuted)
    if (command.do === 'change-volume') {
      const volume = playback.isMuted ? 0 : playback.volume
      playback.setVolume(Math.min(1, Math.max(0, volume + command.by)))
    }
    if (command.do === 'toggle-help') {
      if (!playback.isFile && fullscreen?.isOn) fullscreen.onToggle()
      setHelpShown((isShown) => !isShown)
    }
    if (command.do === 'toggle-fullscreen') fullscreen?.onToggle()
    if (command.do === 'toggle-captions') captions.toggle()
    if (command.do === 'open-tool') {
      if (fullscreen?.isOn) fullscreen.onToggle()
      props.onOpenTool?.(command.tool)
    }
    if (command.do === 'change-speed') playback.setRate(stepSpeed(playback.rate, command.bySteps))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    idle.wake()
    const target = event.target instanceof HTMLElement ? event.target : null
    const command = readShortcut({
      key: event.key,
      hasModifier: event.ctrlKey || event.metaKey || event.altKey,
      targetName: target?.tagName ?? '',
      isSeekBar: target?.dataset['seekBar'] !== undefined,
    })
    if (event.key === 'Escape') closeHelp()
    const isOfSound = command?.do === 'toggle-mute' || command?.do === 'change-volume'
    // A provider's sound is its own player's, and the arrows are the page's.
    if (command === null || (isOfSound && !playback.isFile)) return
    if (command.do === 'open-tool' && !props.onOpenTool) return
    event.preventDefault()
    obey(command)
  }

  const shortcuts = isHelpShown && (
    <ShortcutsList
      isOfFile={playback.isFile}
      hasTools={props.onOpenTool !== undefined}
      onKeyDown={playback.isFile ? undefined : onKeyDown}
      onClose={closeHelp}
    />
  )

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys add to the controls inside */}
      <section
        ref={shell}
        aria-label={t('Video: {lesson}', { lesson: props.title })}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={idle.wake}
        data-idle={isBarHidden ? '' : undefined}
        {...idle.pointer}
        className={`group/film relative mx-auto aspect-video w-full max-w-[max(20rem,(100svh-1rem)*16/9)] overflow-hidden rounded-lg border border-line bg-scrim focus-visible:outline-3 focus-visible:outline-focus data-idle:cursor-none [&:fullscreen]:aspect-auto [&:fullscreen]:rounded-none [&:fullscreen]:border-0 ${leastHeightOf(link)}`}
      >
        <div ref={stage} className={`absolute inset-0 ${isOutOfPlay ? 'invisible' : ''}`} />
        {playback.playingSize === 'sound_only' && posterUrl !== null && (
          <img
            src={posterUrl}
            alt=""
            width={640}
            height={360}
            className="absolute inset-0 size-full object-contain"
          />
        )}
        {playback.isFile && (
          <FilmSurface
            isWaiting={playback.isWaiting && !isCovered}
            onTogglePlay={playback.togglePlay}
            onToggleBar={idle.toggle}
            onToggleFullscreen={() => fullscreen?.onToggle()}
            onSkip={playback.skip}
          />
        )}
        {isCovered && (
          <LoadingCover posterUrl={posterUrl} askedAtInMs={retry?.askedAtInMs ?? props.askedAtInMs}>
            {watchPage !== null && <WatchPageLink {...watchPage} />}
          </LoadingCover>
        )}
        {playback.isFile && (
          <ControlBar
            bar={bar}
            playButton={playButton}
            playback={playback}
            film={film}
            captions={captions.tracks.length === 0 ? null : captions}
            fullscreen={fullscreen}
          />
        )}
        {playback.error !== null && (
          <MediaErrorNotice
            kind={playback.error}
            watchPage={watchPage}
            onTryAgain={() => tryAgainAt(playback.readPosition())}
          />
        )}
        {playback.isFile && shortcuts}
      </section>
      {/* Beneath a provider's player. */}
      {!playback.isFile && shortcuts}
      <FilmText
        tracks={captions.tracks}
        preferredLanguage={captions.language}
        chapters={film?.chapters ?? []}
        marks={props.marks}
        positionInSeconds={playback.positionInSeconds}
        onSeek={playback.seek}
      />
    </>
  )
}

function ignore() {}

function startInLink(link: VideoLink): number {
  return link.provider === 'file' ? 0 : (link.startInSeconds ?? 0)
}

function captionsBeside(link: VideoLink): string | null {
  return link.provider === 'file' ? captionsUrlBeside(link.url) : null
}

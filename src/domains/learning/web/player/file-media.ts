import { t } from '../../../../shared/i18n/translate.ts'
import type { Interval } from '../../played-intervals.ts'
import { mergeIntervals } from '../../played-intervals.ts'
import { endsSoon } from '../ends-soon.ts'
import { type BegunVideo, chooseBegin, discardVideo, readNetworkHint } from './begin-video.ts'
import { captionsUrlBeside } from './captions-url.ts'
import { chooseLower, chooseNext } from './choose-rendition.ts'
import { type CaptionsTrack, createVideo } from './create-video.ts'
import type { Film, FreshLink, Rendition } from './film.ts'
import { liftCaptions } from './lift-captions.ts'
import { createThroughputMeter } from './measure-throughput.ts'
import type {
  FileControls,
  MediaErrorKind,
  MediaEvent,
  MediaOptions,
  MediaPort,
} from './media-port.ts'
import { prepareVideo } from './prepare-video.ts'
import { requestLink, waitForTurn } from './request-link.ts'
import { resumePosition } from './resume-position.ts'
import { listSizes, type SizeChoice } from './sizes.ts'

/** A link that was just made and fails again and again leads to a broken file. */
const triesOfBrokenFile = 3
/** Shorter waits are those of a jump, or pass by themselves. */
const stallInMs = 1_500
/** Until its first picture a file is given longer: beginning with another costs what has come of it. */
const firstWaitInMs = 6_000
/** So long Auto leaves a size alone that it has just changed to. */
const settleInMs = 8_000
/** So long Auto does not try again what stalled. */
const cautionInMs = 60_000
/** Near the end a larger size would hardly be seen. */
const notWorthInSeconds = 15

interface FileOptions extends MediaOptions {
  url: string
  /** Null: a file of which only this one size is known. */
  film: Film | null
  size: SizeChoice
  captionsUrl: string | null
  renewUrl: () => Promise<FreshLink | null>
  /** A second try begins with a fresh link. */
  isRetry: boolean
  /** The same file on its way already, in the size in which it begins. */
  begun: BegunVideo | null
}

/**
 * A video file in the browser's own element. Of an own film the size can change while it plays: a
 * second element loads the other file and takes over at the same second.
 */
export function openFileMedia(options: FileOptions): MediaPort {
  const document = options.container.ownerDocument
  const closing = new AbortController()
  const source = {
    url: options.url,
    startAtInSeconds: options.startAtInSeconds,
    rate: options.rate,
  }
  const hint = readNetworkHint()
  const meter = createThroughputMeter()
  let film = options.film
  let size = options.size
  const begun = options.begun?.take() ?? null
  let rendition = begun ? begun.rendition : film && chooseBegin(film, size, hint)
  if (rendition) source.url = rendition.url
  const captions = captionsOf(film, options.captionsUrl)
  let video = createVideo(document, { ...options, captions }, begun?.video)
  let listeners = new AbortController()
  let changing: AbortController | null = null
  let shownLanguage: string | null = null
  let coveredPart = 0
  let playedBefore: Interval[] = []
  let isRenewing = false
  let isWanted = true
  let failuresInARow = 0
  let brokenInARow = 0
  let changedAt = Date.now()
  let stalledAt = Number.NEGATIVE_INFINITY
  let stallTimer: ReturnType<typeof setTimeout> | undefined

  const tellError = (kind: MediaErrorKind) => options.onEvent({ type: 'error', kind })
  const sizes = () => (film === null ? [] : listSizes(film))
  const findSize = (name: string | undefined) => sizes().find((one) => one.name === name)

  /** A browser that refuses to start by itself leaves the play button in view. */
  const play = () => {
    video.play().catch((error: unknown) => {
      if (isRefusal(error)) options.onEvent({ type: 'blocked' })
    })
  }
  const openUrl = (url: string) => {
    source.url = url
    meter.restart(rendition?.bits_per_second ?? 0)
    if (film === null) {
      for (const track of video.querySelectorAll('track')) track.src = captionsUrlBeside(url) ?? ''
    }
    if (video.played.length > 0) playedBefore = playedSoFar()
    video.src = url
    if (isWanted) play()
  }
  const playedSoFar = () => mergeIntervals([...playedBefore, ...toIntervals(video.played)])
  const tellSize = () => {
    if (rendition) options.onEvent({ type: 'sizechange', name: rendition.name })
  }
  const rememberPlace = () => {
    if (!isRenewing) {
      source.startAtInSeconds = video.currentTime || source.startAtInSeconds
      if (video.readyState > HTMLMediaElement.HAVE_NOTHING) source.rate = video.playbackRate
    }
    isRenewing = true
  }
  /** Takes what a fresh answer says: the size that was chosen, else the one that plays, if it is still there. */
  const takeFresh = (fresh: FreshLink): string => {
    film = fresh.film ?? null
    rendition =
      film && (findSize(size) ?? findSize(rendition?.name) ?? chooseBegin(film, size, hint))
    return rendition?.url ?? fresh.url
  }
  /**
   * Links to our own files end, and networks come back: then the film goes on by itself where it
   * stood, from a fresh link.
   */
  const recover = async (said: 'unplayable' | 'network') => {
    changing?.abort()
    failuresInARow += 1
    rememberPlace()
    const isAway = await areBytesAway(source.url, closing.signal)
    const kind = isAway ? 'away' : said
    if (kind === 'unplayable') brokenInARow += 1
    if (failuresInARow > 1 || isAway) {
      if (kind !== 'unplayable') tellError(kind)
      await waitForTurn(Math.max(1, failuresInARow - 1), closing.signal)
    }
    const fresh = await requestLink({
      renewUrl: options.renewUrl,
      signal: closing.signal,
      onUnreachable: () => tellError('network'),
    })
    if (closing.signal.aborted) return
    const isHopeless = kind === 'unplayable' && brokenInARow >= triesOfBrokenFile
    if (fresh === null || isHopeless) {
      isRenewing = false
      tellError(fresh === null ? 'closed' : kind)
      return
    }
    openUrl(takeFresh(fresh))
    tellSize()
  }

  /** Another file in the same element, where there is nothing to lose by it: a gap is heard. */
  const changeInPlace = (to: Rendition) => {
    rememberPlace()
    rendition = to
    changedAt = Date.now()
    openUrl(to.url)
    tellSize()
  }
  const changeSize = async (to: Rendition) => {
    changing?.abort()
    if (to.name === rendition?.name) return
    const hasPicture = video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    if (!hasPicture || isRenewing || document.pictureInPictureElement === video) {
      changeInPlace(to)
      return
    }
    const change = new AbortController()
    changing = change
    const next = createVideo(document, { ...options, captions: captionsOf(film, null) })
    next.src = await freshUrlOf(to)
    next.playbackRate = video.playbackRate
    const isThere =
      !change.signal.aborted &&
      (await prepareVideo(video, next, change.signal)) &&
      (await startBeside(next, change.signal))
    if (changing === change) changing = null
    // A window of its own would close with its element.
    if (!isThere || document.pictureInPictureElement === video) {
      discardVideo(next)
      if (!change.signal.aborted && size === to.name) changeInPlace(to)
      return
    }
    takeOver(next, to)
  }
  /** False where the browser lets only an element play that was touched. */
  const startBeside = async (next: HTMLVideoElement, signal: AbortSignal) => {
    copySound(video, next)
    if (video.paused) return true
    try {
      await next.play()
      return !signal.aborted
    } catch {
      return false
    }
  }
  const takeOver = (next: HTMLVideoElement, to: Rendition) => {
    const last = video
    copySound(last, next)
    playedBefore = playedSoFar()
    listeners.abort()
    if (last.paused) next.pause()
    options.container.append(next)
    video = next
    rendition = to
    source.url = next.src
    changedAt = Date.now()
    meter.restart(to.bits_per_second)
    listen()
    discardVideo(last)
    showLanguage()
    tellSize()
  }
  /** A size that is on its way was prepared for the place and the speed until now. */
  const changeFromHere = (turn: () => void) => {
    const to = changing && findSize(size)
    changing?.abort()
    turn()
    if (to) void changeSize(to)
  }
  /** Links that are about to end are not worth beginning with. */
  const freshUrlOf = async (to: Rendition): Promise<string> => {
    if (!endsSoon(to.url)) return to.url
    const fresh = await options.renewUrl().catch(() => null)
    if (fresh?.film) film = fresh.film
    return findSize(to.name)?.url ?? to.url
  }

  const climb = () => {
    const current = rendition
    if (size !== 'auto' || !current || changing !== null || isRenewing || video.paused) return
    const now = Date.now()
    const left = (film?.duration_in_seconds ?? 0) - video.currentTime
    if (document.hidden || now - changedAt < settleInMs || left < notWorthInSeconds) return
    if (now - stalledAt < cautionInMs || document.pictureInPictureElement === video) return
    const next = chooseNext(sizes(), {
      current,
      bitsPerSecond: meter.read(),
      aheadInSeconds: bufferedTo(video) - video.currentTime,
      screen: {
        width: options.container.clientWidth * devicePixelRatio,
        height: options.container.clientHeight * devicePixelRatio,
      },
      aspect: video.videoWidth / video.videoHeight || 16 / 9,
      isSavingData: hint.saveData === true,
    })
    if (next !== current) void changeSize(next)
  }
  const fallBack = () => {
    const current = rendition
    if (size !== 'auto' || !current || isRenewing || video.paused) return
    stalledAt = Date.now()
    changing?.abort()
    const lower = chooseLower(sizes(), { current, bitsPerSecond: meter.read() })
    if (lower !== current) changeInPlace(lower)
  }

  const on = (name: keyof HTMLMediaElementEventMap, tell: () => MediaEvent | null) => {
    const hear = () => {
      const event = tell()
      if (event !== null) options.onEvent(event)
    }
    video.addEventListener(name, hear, { signal: listeners.signal })
  }
  const tellRanges = (): MediaEvent => ({
    type: 'ranges',
    buffered: toIntervals(video.buffered),
    played: playedSoFar(),
  })
  const readRate = (): MediaEvent => ({ type: 'ratechange', rate: video.playbackRate })
  const readVolume = (): MediaEvent => ({
    type: 'volumechange',
    volume: video.volume,
    isMuted: video.muted,
  })
  const showMetadata = (): MediaEvent => {
    const start = resumePosition(source.startAtInSeconds, video.duration)
    isRenewing = false
    if (start > 0) video.currentTime = start
    video.playbackRate = source.rate
    return { type: 'ready' }
  }
  const tellDuration = (): MediaEvent | null =>
    Number.isFinite(video.duration)
      ? { type: 'durationchange', durationInSeconds: video.duration }
      : null
  /** Catches up with what a file that was begun before has told to nobody. */
  const goOn = (begun: HTMLVideoElement) => {
    meter.restart(rendition?.bits_per_second ?? 0)
    if (begun.error !== null) {
      void recover(errorKind(begun.error))
      return
    }
    if (begun.readyState >= HTMLMediaElement.HAVE_METADATA) {
      for (const event of [tellDuration(), showMetadata()]) if (event) options.onEvent(event)
    }
    play()
  }
  const listen = () => {
    listeners = new AbortController()
    on('loadedmetadata', showMetadata)
    on('durationchange', tellDuration)
    on('play', () => {
      isWanted = true
      return null
    })
    on('playing', () => {
      clearTimeout(stallTimer)
      return { type: 'play' }
    })
    on('waiting', () => {
      clearTimeout(stallTimer)
      const isFirst = video.played.length === 0
      stallTimer = setTimeout(fallBack, isFirst ? firstWaitInMs : stallInMs)
      return { type: 'waiting' }
    })
    on('pause', () => {
      clearTimeout(stallTimer)
      // By now it may be played again.
      if (isRenewing || video.error !== null || !video.paused) return null
      isWanted = false
      return { type: 'pause' }
    })
    on('seeking', () => ({ type: 'seek' }))
    // An element that is given another source tells of a position and a speed that nobody chose.
    on('timeupdate', () => {
      if (isRenewing) return null
      if (video.currentTime > source.startAtInSeconds) failuresInARow = brokenInARow = 0
      options.onEvent({ type: 'timeupdate', positionInSeconds: video.currentTime })
      return tellRanges()
    })
    on('progress', () => {
      meter.sample(bufferedTo(video), Date.now())
      climb()
      return tellRanges()
    })
    on('ratechange', () => (isRenewing ? null : readRate()))
    on('volumechange', readVolume)
    on('ended', () => ({ type: 'ended' }))
    on('error', () => {
      void recover(errorKind(video.error))
      return null
    })
    for (const track of video.textTracks) {
      track.addEventListener('cuechange', () => liftCaptions(video, coveredPart), {
        signal: listeners.signal,
      })
    }
  }
  const showLanguage = () => {
    for (const track of video.textTracks) {
      track.mode = track.language === shownLanguage ? 'showing' : 'disabled'
    }
  }
  const setSize = (choice: SizeChoice) => {
    size = choice
    changing?.abort()
    const to = choice === 'auto' ? film && chooseBegin(film, 'auto', hint) : findSize(choice)
    // What plays well goes on when Auto is chosen; sound alone does not, nobody would see it climb.
    const isKept = choice === 'auto' && rendition?.name !== 'sound_only'
    if (to && !isKept) void changeSize(to)
  }
  listen()

  const file: FileControls = {
    setVolume: (volume) => {
      video.volume = volume
      video.muted = volume === 0
      options.onEvent(readVolume())
    },
    setMuted: (isMuted) => {
      video.muted = isMuted
      options.onEvent(readVolume())
    },
    setSize,
    liftCaptions: (part) => {
      coveredPart = part
      liftCaptions(video, part)
    },
    ...(isNativeOnly(video) && {
      enterNativeFullscreen: () => (video as NativeVideo).webkitEnterFullscreen?.(),
    }),
  }
  return {
    file,
    load: () => {
      options.container.append(video)
      tellSize()
      if (options.isRetry) void recover('network')
      else if (begun) goOn(begun.video)
      else openUrl(source.url)
    },
    play: () => {
      isWanted = true
      play()
    },
    // What is pressed while a fresh link is fetched holds for the file that comes.
    pause: () => {
      isWanted = false
      video.pause()
    },
    seek: (positionInSeconds) =>
      changeFromHere(() => {
        source.startAtInSeconds = positionInSeconds
        video.currentTime = positionInSeconds
      }),
    setRate: (rate) =>
      changeFromHere(() => {
        source.rate = rate
        video.playbackRate = rate
        options.onEvent(readRate())
      }),
    ...(video.textTracks.length > 0 && {
      setCaptions: (isShown: boolean, language?: string) => {
        shownLanguage = isShown ? (language ?? video.textTracks[0]?.language ?? null) : null
        showLanguage()
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
      closing.abort()
      changing?.abort()
      listeners.abort()
      clearTimeout(stallTimer)
      discardVideo(video)
    },
  }
}

function copySound(from: HTMLVideoElement, to: HTMLVideoElement): void {
  to.volume = from.volume
  to.muted = from.muted
}

function captionsOf(film: Film | null, captionsUrl: string | null): readonly CaptionsTrack[] {
  if (film !== null) return film.captions
  return captionsUrl === null ? [] : [{ language: 'en', label: t('English'), url: captionsUrl }]
}

/** True where the academy says that it cannot give the file now; a broken file and a dead line are no such thing. */
async function areBytesAway(url: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD', redirect: 'manual', signal }).catch(() => null)
  return answer !== null && answer.status >= 500
}

type NativeVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Phones that let only a video fill the screen, not a part of the page. */
function isNativeOnly(video: HTMLVideoElement): boolean {
  return !video.ownerDocument.fullscreenEnabled && 'webkitEnterFullscreen' in video
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}

/** The end of the buffered stretch in which it plays. */
function bufferedTo(video: HTMLVideoElement): number {
  const at = video.currentTime
  const here = toIntervals(video.buffered).find(([from, to]) => from <= at + 0.1 && at <= to)
  return here?.[1] ?? at
}

function toIntervals(ranges: TimeRanges): Interval[] {
  return Array.from({ length: ranges.length }, (_, index) => [
    ranges.start(index),
    ranges.end(index),
  ])
}

function errorKind(error: MediaError | null): 'unplayable' | 'network' {
  return error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'unplayable'
}

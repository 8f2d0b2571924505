import * as z from 'zod/mini'
import { ANSWER_TIMEOUT_IN_MS, type MediaErrorKind, type MediaOptions } from './media-port.ts'
import { resumePosition } from './resume-position.ts'

export type VimeoEventName =
  | 'playing'
  | 'pause'
  | 'seeking'
  | 'timeupdate'
  | 'ended'
  | 'playbackratechange'
  | 'error'

/** What is used of Vimeo's library. */
export type VimeoPlayer = {
  on: (event: VimeoEventName, callback: (data: unknown) => void) => void
  ready: () => Promise<unknown>
  play: () => Promise<unknown>
  pause: () => Promise<unknown>
  setCurrentTime: (seconds: number) => Promise<unknown>
  setPlaybackRate: (rate: number) => Promise<unknown>
  getPlaybackRate: () => Promise<number>
  getDuration: () => Promise<number>
  getTextTracks: () => Promise<{ language: string }[]>
  enableTextTrack: (language: string) => Promise<unknown>
  disableTextTrack: () => Promise<unknown>
  getPictureInPicture: () => Promise<boolean>
  requestPictureInPicture: () => Promise<unknown>
  exitPictureInPicture: () => Promise<unknown>
  destroy: () => Promise<unknown>
}

export type VimeoConnection = ReturnType<typeof connectVimeo>

const timeEvent = z.object({ seconds: z.number(), duration: z.number() })
const rateEvent = z.object({ playbackRate: z.number() })
const errorEvent = z.object({
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  method: z.optional(z.nullable(z.string())),
})

/** Turns what Vimeo's player says into media events, from the first answer until it is closed. */
export function connectVimeo(
  player: VimeoPlayer,
  { onEvent, rate, startAtInSeconds }: Pick<MediaOptions, 'onEvent' | 'rate' | 'startAtInSeconds'>,
) {
  let isClosed = false
  let duration = 0
  const tell: MediaOptions['onEvent'] = (event) => {
    if (!isClosed) onEvent(event)
  }
  const tellDuration = (seconds: number) => {
    if (seconds <= 0 || seconds === duration) return
    duration = seconds
    tell({ type: 'durationchange', durationInSeconds: seconds })
  }
  const tellTime = (data: unknown) => {
    const time = timeEvent.safeParse(data)
    if (!time.success) return
    tellDuration(time.data.duration)
    tell({ type: 'timeupdate', positionInSeconds: time.data.seconds })
  }
  /** A creator can forbid other speeds; then the learner is shown the one that really plays. */
  const tellRate = () => player.getPlaybackRate().then((rate) => tell({ type: 'ratechange', rate }))

  const silence = setTimeout(() => tell({ type: 'error', kind: 'network' }), ANSWER_TIMEOUT_IN_MS)

  player.on('playing', () => tell({ type: 'play' }))
  player.on('seeking', () => tell({ type: 'seek' }))
  player.on('timeupdate', tellTime)
  player.on('pause', () => tell({ type: 'pause' }))
  player.on('ended', (data) => {
    tellTime(data)
    tell({ type: 'ended' })
  })
  player.on('playbackratechange', (data) => {
    const change = rateEvent.safeParse(data)
    if (change.success) tell({ type: 'ratechange', rate: change.data.playbackRate })
  })
  player.on('error', (data) => {
    const error = errorEvent.safeParse(data)
    // What a method could not do was answered to its caller.
    if (error.data?.method) return
    tell({ type: 'error', kind: errorKind(data) })
  })

  const start = async () => {
    await player.ready()
    clearTimeout(silence)
    if (isClosed) return
    tell({ type: 'ready' })
    tellDuration(await player.getDuration())
    const start = resumePosition(startAtInSeconds, duration)
    if (start > 0) await player.setCurrentTime(start)
    if (rate !== 1) await player.setPlaybackRate(rate).catch(tellRate)
  }
  start().catch((error: unknown) => {
    clearTimeout(silence)
    tell({ type: 'error', kind: errorKind(error) })
  })

  const showCaptions = async () => {
    const [first] = await player.getTextTracks()
    if (first !== undefined) await player.enableTextTrack(first.language)
  }
  const switchPictureInPicture = async () => {
    if (await player.getPictureInPicture()) await player.exitPictureInPicture()
    else await player.requestPictureInPicture()
  }
  /** A refusal (autoplay, no captions) leaves the player as it was, and it shows that itself. */
  const attempt = (action: Promise<unknown>) => {
    action.catch(() => undefined)
  }

  return {
    play: () => attempt(player.play()),
    pause: () => attempt(player.pause()),
    seek: (positionInSeconds: number) => attempt(player.setCurrentTime(positionInSeconds)),
    setRate: (rate: number) => attempt(player.setPlaybackRate(rate).catch(tellRate)),
    setCaptions: (isShown: boolean) =>
      attempt(isShown ? showCaptions() : player.disableTextTrack()),
    togglePictureInPicture: () => attempt(switchPictureInPicture()),
    close: () => {
      isClosed = true
      clearTimeout(silence)
      attempt(player.destroy())
    },
  }
}

/** Vimeo names its refusals; what only the words tell is taken from them. */
function errorKind(refusal: unknown): MediaErrorKind {
  const { name = '', message = '' } = errorEvent.safeParse(refusal).data ?? {}
  if (name === 'NotFoundError') return 'removed'
  if (/\b(?:age|mature|rating)\b/i.test(message)) return 'age_restricted'
  if (name === 'PasswordError') return 'private'
  if (name !== 'PrivacyError') return 'unplayable'
  return /embed|here/i.test(message) ? 'embedding_forbidden' : 'private'
}

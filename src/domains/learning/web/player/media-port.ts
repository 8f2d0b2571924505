import type { Interval } from '../../played-intervals.ts'
import type { VideoProblem } from '../../video-problem.ts'
import type { SizeName } from './film.ts'
import type { SizeChoice } from './sizes.ts'

/** What every kind of video can do and say; YouTube, Vimeo and files each have a thin adapter. */
export interface MediaPort {
  /** Puts the media on the page and starts it, since the learner has just asked for it. */
  load(): void
  play(): void
  pause(): void
  seek(positionInSeconds: number): void
  setRate(rate: number): void
  /** Absent where the media has no captions of its own to switch. A language where it has several. */
  setCaptions?(isShown: boolean, language?: string): void
  /** Absent where the browser or the provider has no picture in picture. */
  togglePictureInPicture?(): void
  /** What only a file can: the provider's own player shows its own bar. */
  file?: FileControls
  /** Takes the media off the page, with all its timers and listeners. */
  destroy(): void
}

export interface FileControls {
  /** From 0 to 1; a volume that is chosen is heard. */
  setVolume(volume: number): void
  setMuted(isMuted: boolean): void
  /** Plays on at the same second in another size. */
  setSize(size: SizeChoice): void
  /** Moves captions out of the way of what covers the lower edge, as a part of the height. */
  liftCaptions(coveredPart: number): void
  /** Absent where the page's own full screen is the better one, or there is none. */
  enterNativeFullscreen?(): void
}

/**
 * `closed`: the academy was asked, and has no link for this viewer any more. The problems of a video
 * are those that a second try does not mend.
 */
export type MediaErrorKind = VideoProblem | 'network' | 'closed' | 'away'

export type MediaEvent =
  | { type: 'ready' }
  /** Pictures move: also after a stall. */
  | { type: 'play' }
  | { type: 'pause' }
  /** The browser does not let it start by itself: it waits for a tap. */
  | { type: 'blocked' }
  /** It would play, but what comes next has not arrived. */
  | { type: 'waiting' }
  | { type: 'seek' }
  | { type: 'timeupdate'; positionInSeconds: number }
  | { type: 'durationchange'; durationInSeconds: number }
  | { type: 'ratechange'; rate: number }
  | { type: 'volumechange'; volume: number; isMuted: boolean }
  /** What has come and what was seen since it was opened. */
  | { type: 'ranges'; buffered: Interval[]; played: Interval[] }
  /** The size that plays now. */
  | { type: 'sizechange'; name: SizeName }
  | { type: 'ended' }
  | { type: 'error'; kind: MediaErrorKind }

export type MediaListener = (event: MediaEvent) => void

export type MediaOptions = {
  /** Where the adapter puts its element; it leaves everything else in there alone. */
  container: HTMLElement
  title: string
  startAtInSeconds: number
  rate: number
  onEvent: MediaListener
}

/** Silence for this long means that the provider cannot be reached. */
export const ANSWER_TIMEOUT_IN_MS = 20_000

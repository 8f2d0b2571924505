import type { VideoProblem } from '../video-problem.ts'

/** What every kind of video can do and say; YouTube, Vimeo and files each have a thin adapter. */
export interface MediaPort {
  /** Puts the media on the page and starts it, since the learner has just asked for it. */
  load(): void
  play(): void
  pause(): void
  seek(positionInSeconds: number): void
  setRate(rate: number): void
  /** Absent where the media has no captions of its own to switch. */
  setCaptions?(isShown: boolean): void
  /** Absent where the browser or the provider has no picture in picture. */
  togglePictureInPicture?(): void
  /** Takes the media off the page, with all its timers and listeners. */
  destroy(): void
}

/** All but `network` will not play on a second try either, unless somebody repairs the video. */
export type MediaErrorKind = VideoProblem | 'network'

export type MediaEvent =
  | { type: 'ready' }
  /** Pictures move: also after a stall. */
  | { type: 'play' }
  | { type: 'pause' }
  /** The browser does not let it start by itself: it waits for a tap. */
  | { type: 'blocked' }
  | { type: 'seek' }
  | { type: 'timeupdate'; positionInSeconds: number }
  | { type: 'durationchange'; durationInSeconds: number }
  | { type: 'ratechange'; rate: number }
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

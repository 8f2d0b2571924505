import type { Pause } from './pause.ts'

/** What all makers of files need. */
export interface Transcoding {
  original: Blob
  durationInSeconds: number
  pause: Pause
  onProgress: (fraction: number) => void
}

/** This browser cannot; another one might. Its message is a sentence. */
export class CannotTranscodeError extends Error {}

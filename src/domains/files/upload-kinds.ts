import { msg } from '../../shared/i18n/translate.ts'

/** Where learners upload what they hand in. */
export const learnerUploadsPath = '/api/uploads'

export const unwantedSubmission = msg(
  'This is not a kind of file that can be handed in. Please choose a PDF, a picture, an archive, an office document, a text or a sound.',
)

/** What learners hand in takes no more than so much for each, unfinished uploads with it. */
export const roomOfLearnerInBytes = 1024 * 1024 * 1024

/** What an upload becomes, and how large it may be. */
export const uploadKinds = {
  attachment: { maxSizeInBytes: 200 * 1024 * 1024, limit: '200 MB' },
  /** Handed in by a learner. */
  submission: { maxSizeInBytes: 50 * 1024 * 1024, limit: '50 MB' },
  film: { maxSizeInBytes: 10 * 1024 * 1024 * 1024, limit: '10 GB' },
  /** A smaller size of a film, made in the browser. */
  rendition: { maxSizeInBytes: 10 * 1024 * 1024 * 1024, limit: '10 GB' },
} as const

export type UploadKind = keyof typeof uploadKinds

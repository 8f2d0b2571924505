import { extname } from 'node:path'
import { type UploadKind, unwantedSubmission, uploadKinds } from '../upload-kinds.ts'
import { isNameAllowed } from './recognise-file.ts'
import { UploadProblem } from './uploads.ts'

const longest = 200

export interface UploadRequest {
  kind: UploadKind
  /** A name, never a path. */
  filename: string
  courseId: string
  /** Of a rendition: of which film it is, and as what. */
  filmId: string
  rendition: string
  /** Of something to hand in: whose it is, and for which lesson. */
  learnerId: string
  videoId: string
}

interface Sent {
  metadata: Record<string, string | null> | undefined
  /** Undefined: not told. */
  sizeInBytes: number | undefined
}

/** What is about to be uploaded. Throws a refusal for what cannot become a file of the academy. */
export function readUploadRequest({ metadata = {}, sizeInBytes }: Sent): UploadRequest {
  const kind = metadata['kind'] ?? 'film'
  if (!isKind(kind)) throw unknownKind()
  const filename = readName(metadata['filename'] ?? '')
  if (filename === '') throw new UploadProblem(400, 'The file needs a name.')
  if (sizeInBytes === undefined) throw new UploadProblem(400, 'The size of the file is not known.')
  if (sizeInBytes === 0) throw new UploadProblem(400, 'This file is empty.')
  const { maxSizeInBytes, limit } = uploadKinds[kind]
  if (sizeInBytes > maxSizeInBytes) {
    throw new UploadProblem(413, `This file is too large. It may have up to ${limit}.`)
  }
  // What a film is, its content tells.
  if (kind === 'attachment' && !isNameAllowed(filename)) throw wrongKind()
  if (kind === 'submission' && !isNameAllowed(filename))
    throw new UploadProblem(415, unwantedSubmission)
  return {
    kind,
    filename,
    courseId: metadata['course_id'] ?? '',
    filmId: metadata['film_id'] ?? '',
    rendition: metadata['rendition'] ?? '',
    learnerId: metadata['learner_id'] ?? '',
    videoId: metadata['video_id'] ?? '',
  }
}

export function unknownKind(): UploadProblem {
  return new UploadProblem(400, 'This kind of upload is not known here.')
}

export function wrongKind(): UploadProblem {
  return new UploadProblem(
    415,
    'This is not a kind of file that learners can take away. Please choose a PDF, a picture, an archive, an office document, a text or a sound.',
  )
}

/** The last part of what may be a path of some system, without characters that no name has; joiners shape letters. */
function readName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(name)
  if (characters.length <= longest) return name
  const extension = extname(name).slice(0, 20)
  return characters.slice(0, longest - extension.length).join('') + extension
}

function isKind(kind: string): kind is UploadKind {
  return Object.hasOwn(uploadKinds, kind)
}

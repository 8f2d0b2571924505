import { ApiError } from '../../../../http/api-client.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { readSession } from '../../../../ui/session.ts'
import type { UploadKind } from '../../../files/upload-kinds.ts'
import { isWorthAnotherTry } from '../../../files/web/is-worth-another-try.ts'
import { readSentence, uploadFailed } from '../../../files/web/read-sentence.ts'
import { findMade, type Made, RefusedFile, WaitingFile } from './find-made.ts'

/** A few MiB: a proxy in front may hold each part back until it is whole. */
const chunkInBytes = 8 * 1024 * 1024
const pausesInMs = [0, 1000, 3000, 5000, 10_000, 20_000]

export interface SendOptions {
  courseId: string
  kind: UploadKind
  file: File
  onProgress: (sentInBytes: number) => void
  /** All of it is there; the academy looks at it. */
  onSent: () => void
  onDone: (made: Made) => void
  /** What was sent is kept, `resume` goes on with it. The sentence is the academy's; empty: the network is gone. */
  onInterrupted: (sentence: string) => void
  onRefused: (sentence: string) => void
}

export interface Sending {
  pause(): void
  resume(): void
  /** Also takes back what was sent. */
  cancel(): void
}

/** One and the same for a file that is chosen again on another day. */
export function fingerprintOf(
  { name, size, lastModified }: File,
  { courseId, kind }: { courseId: string; kind: UploadKind },
): string {
  return ['academy', kind, courseId, name, size, lastModified].join(' ')
}

/** Uploads a file; goes on where it stopped, also when the same file is chosen again on another day. */
export async function sendFile(options: SendOptions): Promise<Sending> {
  const { courseId, kind, file } = options
  const { DetailedError, Upload } = await import('tus-js-client')
  let looking = new AbortController()
  const upload = new Upload(file, {
    endpoint: '/api/admin/uploads',
    chunkSize: chunkInBytes,
    retryDelays: pausesInMs,
    metadata: { filename: file.name, course_id: courseId, kind },
    fingerprint: async () => fingerprintOf(file, options),
    // Asked for every request: the session may be another by then.
    onBeforeRequest: (request) => {
      request.setHeader('Authorization', `Bearer ${readSession()?.token ?? ''}`)
    },
    onProgress: options.onProgress,
    // What has a sentence is told at once.
    onShouldRetry: (error) =>
      isWorthAnotherTry(error) && ![503, 507].includes(error.originalResponse?.getStatus() ?? 0),
    onError: (error) => {
      const answer = error instanceof DetailedError ? error.originalResponse : null
      const status = answer?.getStatus() ?? 0
      const sentence = answer === null ? '' : readSentence(answer.getBody())
      const isTooLarge = status === 507 && upload.url === null
      if (isTooLarge || (status > 0 && status < 500)) options.onRefused(sentence)
      else options.onInterrupted([503, 507].includes(status) ? sentence : '')
    },
    onSuccess: () => {
      options.onSent()
      void look(looking.signal)
    },
  })
  /** Not before somebody has got what was made: who leaves the page sooner need not send it again. */
  const forget = async (): Promise<void> => {
    for (const { urlStorageKey } of await upload.findPreviousUploads()) {
      await upload.options.urlStorage?.removeUpload(urlStorageKey)
    }
  }
  const look = async (signal: AbortSignal): Promise<void> => {
    try {
      const made = await findMade(kind, upload.url?.split('/').at(-1) ?? '', signal)
      if (signal.aborted) return
      await forget()
      options.onDone(made)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof RefusedFile) {
        await forget()
        options.onRefused(error.message)
      } else if (error instanceof WaitingFile) options.onInterrupted(error.message)
      else if (!(error instanceof ApiError)) options.onRefused(t(uploadFailed))
      else if (error.status === 0) options.onInterrupted('')
      else if (error.status >= 500) options.onInterrupted(error.message)
      else options.onRefused(error.message)
    }
  }
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return {
    pause: () => {
      looking.abort()
      void upload.abort()
    },
    resume: () => {
      looking = new AbortController()
      upload.start()
    },
    cancel: () => {
      looking.abort()
      void upload.abort(true).catch(() => undefined) // forgotten after a day anyway
    },
  }
}

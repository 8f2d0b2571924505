import type { getAttachment } from '../../../files/contract.ts'
import { ApiError } from '../../../http/api-client.ts'
import { call } from '../../../ui/call.ts'
import { readSession } from '../../../ui/session.ts'

/** A few MiB: a proxy in front may hold each part back until it is whole. */
const chunkInBytes = 8 * 1024 * 1024
const pausesInMs = [0, 1000, 3000, 5000, 10_000, 20_000]
const failed = 'This file could not be uploaded. Please try again.'

export interface SendOptions {
  courseId: string
  file: File
  onProgress: (sentInBytes: number) => void
  onDone: (made: { id: string; name: string }) => void
  /** The network is gone: what was sent is kept, `resume` goes on with it. */
  onInterrupted: () => void
  onRefused: (sentence: string) => void
}

export interface Sending {
  pause(): void
  resume(): void
  /** Also takes back what was sent. */
  cancel(): void
}

/** Uploads a file; goes on where it stopped, also when the same file is chosen again on another day. */
export async function sendFile(options: SendOptions): Promise<Sending> {
  const { courseId, file } = options
  const { DetailedError, Upload } = await import('tus-js-client')
  const upload = new Upload(file, {
    endpoint: '/api/admin/uploads',
    chunkSize: chunkInBytes,
    retryDelays: pausesInMs,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, course_id: courseId, kind: 'attachment' },
    fingerprint: async () =>
      ['academy', courseId, file.name, file.size, file.lastModified].join(' '),
    // Asked for every request: the session may be another by then.
    onBeforeRequest: (request) => {
      request.setHeader('Authorization', `Bearer ${readSession()?.token ?? ''}`)
    },
    onProgress: options.onProgress,
    onError: (error) => {
      const answer = error instanceof DetailedError ? error.originalResponse : null
      if (answer === null || answer.getStatus() >= 500) options.onInterrupted()
      else options.onRefused(readSentence(answer.getBody()))
    },
    onSuccess: () => {
      const id = upload.url?.split('/').at(-1) ?? ''
      call<typeof getAttachment>('GET /admin/attachments/:id', { params: { id } })
        .then((made) => options.onDone({ id: made.id, name: made.filename }))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 0) options.onInterrupted()
          else options.onRefused(error instanceof ApiError ? error.message : failed)
        })
    },
  })
  const [earlier] = await upload.findPreviousUploads()
  if (earlier) upload.resumeFromPreviousUpload(earlier)
  upload.start()
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch(() => undefined), // forgotten after a day anyway
  }
}

/** The server's sentence: of a problem document, or as it is. */
export function readSentence(body: string): string {
  try {
    const problem: unknown = JSON.parse(body)
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) {
      return String(problem.detail)
    }
  } catch {
    // Not JSON: the protocol's own words.
  }
  const sentence = body.trim()
  return /^[A-Z“][^<>]{5,300}\.$/.test(sentence) ? sentence : failed
}

import { ApiError } from '../../../http/api-client.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { readSession } from '../../../ui/session.ts'
import { learnerUploadsPath, uploadKinds } from '../../files/upload-kinds.ts'
import { isWorthAnotherTry } from '../../files/web/is-worth-another-try.ts'
import { readSentence } from '../../files/web/read-sentence.ts'
import type { LessonOf } from '../../quizzes/web/queries.ts'

const chunkInBytes = 4 * 1024 * 1024
const pausesInMs = [0, 1000, 3000, 5000, 10_000, 20_000]

/**
 * Uploads a file that is to be handed in, and resolves to the upload's id. What was sent is kept: the same
 * file chosen again goes on where it stopped, also after a reload.
 */
export async function uploadFile(
  file: File,
  { courseId, videoId }: LessonOf,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const { maxSizeInBytes, limit } = uploadKinds.submission
  if (file.size > maxSizeInBytes)
    throw new ApiError(400, {
      detail: t('This file is too large. It may have up to {limit}.', { limit }),
    })
  const { DetailedError, Upload } = await import('tus-js-client').catch(() => {
    throw new ApiError(0, { code: 'offline' })
  })
  const session = readSession()
  const learnerId = session?.user.id ?? ''
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: learnerUploadsPath,
      chunkSize: chunkInBytes,
      retryDelays: pausesInMs,
      removeFingerprintOnSuccess: true,
      onShouldRetry: isWorthAnotherTry,
      metadata: {
        filename: file.name,
        kind: 'submission',
        learner_id: learnerId,
        course_id: courseId,
        video_id: videoId,
      },
      fingerprint: async () =>
        ['academy', 'submission', learnerId, videoId, file.name, file.size, file.lastModified].join(
          ' ',
        ),
      onBeforeRequest: (request) => {
        request.setHeader('Authorization', `Bearer ${readSession()?.token ?? ''}`)
      },
      onProgress: (sent, all) => onProgress(all === 0 ? 0 : sent / all),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null
        reject(
          answer === null
            ? new ApiError(0, { code: 'offline' })
            : new ApiError(400, { detail: readSentence(answer.getBody()) }),
        )
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    })
    const begin = async () => {
      const [earlier] = await upload.findPreviousUploads()
      if (earlier) upload.resumeFromPreviousUpload(earlier)
      upload.start()
    }
    begin().catch(reject)
  })
}

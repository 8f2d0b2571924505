import { readSession } from '../../../../../ui/session.ts'
import { isWorthAnotherTry } from '../../../../files/web/is-worth-another-try.ts'
import { readSentence } from '../../../../files/web/read-sentence.ts'
import type { FilmFileName } from '../../../../films/film-file.ts'

const chunkInBytes = 8 * 1024 * 1024
const pausesInMs = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000]

/** The academy does not take it; its message is a sentence. */
export class RefusedRendition extends Error {}

/** Uploads a smaller file of a film. What a killed server had of it, it has when it is back. */
export async function sendRendition(
  file: Blob,
  { filmId, name }: { filmId: string; name: FilmFileName },
): Promise<void> {
  const { DetailedError, Upload } = await import('tus-js-client')
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: '/api/admin/uploads',
      chunkSize: chunkInBytes,
      retryDelays: pausesInMs,
      storeFingerprintForResuming: false,
      onShouldRetry: isWorthAnotherTry,
      metadata: { kind: 'rendition', filename: name, film_id: filmId, rendition: name },
      onBeforeRequest: (request) => {
        request.setHeader('Authorization', `Bearer ${readSession()?.token ?? ''}`)
      },
      onSuccess: () => resolve(),
      onError: (error) => {
        const answer = error instanceof DetailedError ? error.originalResponse : null
        const isRefused = answer !== null && answer.getStatus() < 500
        reject(isRefused ? new RefusedRendition(readSentence(answer.getBody())) : error)
      },
    })
    upload.start()
  })
}

import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { t } from '../../shared/i18n/translate.ts'
import { ProblemError } from '../problem.ts'
import type { ProblemCode } from '../problems.ts'

/**
 * Calls of this scope get a picture as it was sent; anything else is refused as `otherwise`. Nothing is
 * read of it before it is known who sends it: the handler reads the body by what is returned.
 */
export function acceptPictures(
  app: FastifyInstance,
  { otherwise, megabytesAtMost }: { otherwise: ProblemCode; megabytesAtMost: number },
): (body: unknown) => Promise<Buffer> {
  app.addContentTypeParser(/^image\//, (_, payload, done) => done(null, payload))
  app.addContentTypeParser('*', (_, _payload, done) => {
    done(new ProblemError(otherwise), undefined)
  })
  // What is too large is read to its end and forgotten: a connection that is cut off while it sends
  // could not hear why.
  return async (body) => {
    if (!(body instanceof Readable)) throw new ProblemError(otherwise)
    const chunks: Buffer[] = []
    const bytesAtMost = megabytesAtMost * 1024 * 1024
    let sizeInBytes = 0
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk)
      sizeInBytes += bytes.length
      if (sizeInBytes <= bytesAtMost) chunks.push(bytes)
    }
    if (sizeInBytes > bytesAtMost) {
      throw new ProblemError('too_large', {
        detail: t('This picture is larger than {size} MB. Please choose a smaller one.', {
          size: megabytesAtMost,
        }),
      })
    }
    return Buffer.concat(chunks)
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { ProblemError } from '../../../http/problem.ts'
import { sendMedia } from '../../../http/server/send-media.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { findAttachment } from '../../files/server/finish-upload.ts'
import { recordFetch } from '../../files/server/replacements.ts'
import { attachmentPath } from './attachment-path.ts'
import { mayPlay } from './may-play.ts'
import type { OpeningDependencies } from './not-due.ts'

interface AttachmentDependencies extends OpeningDependencies {
  media: MediaStore
  mediaKey: RotatingKey
}

/** Files to take away, for those with a signed link whose course is still theirs; of previews for everybody. */
export function attachmentRoutes(app: FastifyInstance, deps: AttachmentDependencies): void {
  const { db, media } = deps
  const path = attachmentPath(':id')
  const schema = { hide: true }
  const send = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const id = z.uuid().safeParse(request.params.id).data?.toLowerCase()
    if (id === undefined) throw new ProblemError('file_not_found')
    const viewing = await mayPlay(deps, attachmentPath(id), request.query)
    if (!viewing) {
      throw new ProblemError('not_allowed', {
        detail: t('This link is not good any more. Please open the course again.'),
      })
    }
    const file = await findAttachment(db, id)
    if (!file) throw new ProblemError('file_not_found')
    if (viewing.learnerId !== null && request.method === 'GET') {
      await recordFetch(db, viewing.learnerId, id)
    }
    return sendMedia(request, reply, { media, file })
  }
  // Both by hand: a HEAD that Fastify makes of a GET would read the whole file.
  app.route({ method: 'GET', url: path, schema, exposeHeadRoute: false, handler: send })
  app.route({ method: 'HEAD', url: path, schema, handler: send })
}

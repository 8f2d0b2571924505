import type { FastifyInstance, FastifyRequest } from 'fastify'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { ReadingLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { PreparedResponse } from '../prepared-response.ts'
import { respondToUnknownCall } from '../respond-with-problems.ts'

const bodyInBytesAtMost = 8 * 1024

interface FoundPage {
  page: PreparedResponse
  reading: ReadingLanguage | undefined
}

/**
 * A form that a browser without scripts posts to its page is answered by the same page, which says why
 * nothing happened. What was typed is not read. `findPage`: null where no page stands.
 */
export function refuseForms(
  app: FastifyInstance,
  findPage: (request: FastifyRequest) => Promise<FoundPage | null>,
): void {
  void app.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, (_, _body, done) => done(null, undefined))
    const options = { bodyLimit: bodyInBytesAtMost, schema: { hide: true } }

    app.post('/*', options, async (request, reply) => {
      const found = await findPage(request)
      if (!found) return respondToUnknownCall(request, reply)
      const { headers, body = '' } = found.page.choose({})
      const refusal = runInLanguage(found.reading, writeRefusal)
      for (let at = 0; at < headers.length; at += 2)
        reply.header(headers[at] ?? '', headers[at + 1])
      reply.removeHeader('content-length').removeHeader('etag')
      return reply
        .code(405)
        .headers({ allow: 'GET, HEAD', 'cache-control': 'no-store' })
        .send(body.toString().replace(/<main\b[^>]*>/, (start) => start + refusal))
    })
  })
}

function writeRefusal(): string {
  const sentence = t(
    'This form needs JavaScript, and nothing was sent. Please allow JavaScript for this site and load the page again.',
  )
  return `<div class="page-width pt-6"><p role="alert" class="rounded-md border-s-4 border-amber bg-amber-wash px-4 py-3">${sentence}</p></div>`
}

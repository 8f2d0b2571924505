import type { FastifyInstance } from 'fastify'

/**
 * Takes JSON bodies only. An empty body counts as no body: clients send the content type with
 * calls that have no payload.
 */
export function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, String(body), done)
  })
}

import type { FastifyInstance } from 'fastify'

/**
 * Takes JSON bodies only. An empty body counts as no body: clients send the content type with
 * calls that have no payload. Half a character is told as the sign for an unreadable one.
 */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  acceptJsonAs(app, ['application/json'])
}

/** Takes bodies of these types as JSON. */
export function acceptJsonAs(app: FastifyInstance, types: string[]): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(types, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    return parse(request, withWholeCharacters(String(body)), done)
  })
}

/** Half a pair can only come escaped: what is decoded from UTF-8 is whole. */
const halfAPair = /\\u[dD][89a-fA-F]/
const escapes =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})/g

/** JSON whose strings and names PostgreSQL can store, wherever they stand. */
function withWholeCharacters(json: string): string {
  if (!halfAPair.test(json)) return json
  return json.replaceAll(escapes, (escape, half?: string) =>
    half === undefined ? escape : String.raw`\ufffd`,
  )
}

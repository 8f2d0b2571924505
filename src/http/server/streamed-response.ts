import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file for the browser's downloads that is written while it is sent, however long it gets. */
export class StreamedResponse {
  readonly name: string
  readonly type: string
  readonly pieces: AsyncIterable<string | Uint8Array>

  constructor({ name, type, pieces }: Pick<StreamedResponse, 'name' | 'type' | 'pieces'>) {
    this.name = name
    this.type = type
    this.pieces = pieces
  }
}

/**
 * Asks for the next piece only when the browser has taken the one before. Should the making fail or
 * the browser go away, the connection is broken off, so that half a file never looks like a whole one.
 */
export function sendStreamed(reply: FastifyReply, answer: StreamedResponse): FastifyReply {
  return reply
    .header(
      'content-type',
      answer.type.startsWith('text/') ? `${answer.type}; charset=utf-8` : answer.type,
    )
    .header(
      'content-disposition',
      `attachment; filename="${answer.name.replaceAll(/[^\w.-]+/g, '-')}"`,
    )
    .header('cache-control', 'no-store')
    .send(Readable.from(answer.pieces, { objectMode: false, highWaterMark: 64 * 1024 }))
}

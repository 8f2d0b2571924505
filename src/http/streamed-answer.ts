import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is made while it is sent, however long it is. Cut off if its making fails midway. */
export class StreamedAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: AsyncIterable<string>

  constructor(file: { name: string; type: string }, chunks: AsyncIterable<string>) {
    this.headers = {
      'content-type': `${file.type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]+/g, '-')}"`,
      'cache-control': 'no-store',
    }
    this.chunks = chunks
  }
}

export function sendStreamed(reply: FastifyReply, answer: StreamedAnswer): FastifyReply {
  return reply.headers(answer.headers).send(Readable.from(answer.chunks))
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Packed } from './pack.ts'

/** Sends itself; laid out for the wire beforehand, because it is sent often. */
export type ReadyAnswer = (request: IncomingMessage, response: ServerResponse) => void

type Encoding = 'br' | 'gzip' | 'plain'

/** A packed body with its headers: goes in the best encoding the browser takes, or as 304 if it has it already. */
export function layOut(packed: Packed, headers: Record<string, string>, status = 200): ReadyAnswer {
  const { etag, plain } = packed
  const safe = { 'x-content-type-options': 'nosniff', ...headers }
  const notModified = Object.entries({ ...safe, etag, vary: 'accept-encoding' }).flat()
  const lay = (body: Buffer, encoding?: Encoding) => ({
    body,
    headers: [
      ...notModified,
      ...(encoding ? ['content-encoding', encoding] : []),
      'content-length',
      String(body.length),
    ],
  })
  const inPlain = lay(plain)
  const inEncoding = {
    br: packed.br ? lay(packed.br, 'br') : inPlain,
    gzip: packed.gzip ? lay(packed.gzip, 'gzip') : inPlain,
    plain: inPlain,
  }
  return ({ headers: asked }, response) => {
    if (status === 200 && hasAlready(asked['if-none-match'], etag)) {
      response.writeHead(304, notModified).end()
      return
    }
    const { headers, body } = inEncoding[chooseEncoding(asked['accept-encoding'] ?? '')]
    response.writeHead(status, headers).end(body)
  }
}

/** What is for one person only: JSON that is there already, never kept by anyone on its way. */
export function layOutJson(json: string | Buffer): ReadyAnswer {
  return (_request, response) => {
    response
      .writeHead(200, [...jsonHeaders, 'content-length', String(Buffer.byteLength(json))])
      .end(json)
  }
}

const jsonHeaders = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}).flat()

/** Sends it past the server's own way of answering, which costs twice as much as the sending. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
): FastifyReply {
  reply.hijack()
  answer(request.raw, reply.raw)
  return reply
}

/** Lays out and sends what is sent once only. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: Packed,
  headers: Record<string, string>,
): FastifyReply {
  return sendReady(request, reply, layOut(packed, headers, reply.statusCode))
}

function hasAlready(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}

/** Browsers know a handful of spellings; strangers' are not kept beyond these. */
const chosen = new Map<string, Encoding>()
const chosenAtMost = 200

function chooseEncoding(header: string | string[]): Encoding {
  const text = String(header)
  const known = chosen.get(text)
  if (known) return known
  const accepted = acceptedEncodings(text)
  const choice = accepted.has('br') ? 'br' : accepted.has('gzip') ? 'gzip' : 'plain'
  if (chosen.size < chosenAtMost) chosen.set(text, choice)
  return choice
}

function acceptedEncodings(header: string): Set<string> {
  const accepted = new Set<string>()
  for (const item of header.split(',')) {
    const [name = '', weight = ''] = item.split(';')
    if (!/^\s*q=0(\.0*)?\s*$/.test(weight)) accepted.add(name.trim().toLowerCase())
  }
  return accepted
}

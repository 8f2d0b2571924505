import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Packed } from './pack.ts'

/** A packed body with its headers, laid out for the wire once because it is sent often. */
export interface ReadyAnswer {
  status: number
  etag: string
  inEncoding: Record<Encoding, { headers: string[]; body: Buffer }>
  notModified: string[]
}

type Encoding = 'br' | 'gzip' | 'plain'

export function layOut(packed: Packed, headers: Record<string, string>, status = 200): ReadyAnswer {
  const { etag, plain } = packed
  const safe = { 'x-content-type-options': 'nosniff', ...headers }
  const common = Object.entries({ ...safe, etag, vary: 'accept-encoding' }).flat()
  const lay = (body: Buffer, encoding?: Encoding) => ({
    body,
    headers: [
      ...common,
      ...(encoding ? ['content-encoding', encoding] : []),
      'content-length',
      String(body.length),
    ],
  })
  const inPlain = lay(plain)
  return {
    status,
    etag,
    inEncoding: {
      br: packed.br ? lay(packed.br, 'br') : inPlain,
      gzip: packed.gzip ? lay(packed.gzip, 'gzip') : inPlain,
      plain: inPlain,
    },
    notModified: common,
  }
}

/** Sends it in the best encoding the browser takes, or 304 if it has it already. */
export function writeReady(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  { status, etag, inEncoding, notModified }: ReadyAnswer,
): void {
  if (status === 200 && hasAlready(asked['if-none-match'], etag)) {
    response.writeHead(304, notModified).end()
    return
  }
  const { headers, body } = inEncoding[chooseEncoding(asked['accept-encoding'] ?? '')]
  response.writeHead(status, headers).end(body)
}

/** The same past the server's own way of answering, which costs twice as much as the sending. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReadyAnswer,
): FastifyReply {
  reply.hijack()
  writeReady(request.raw, reply.raw, answer)
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

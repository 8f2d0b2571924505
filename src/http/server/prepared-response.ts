import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Packed } from './pages/pack.ts'

type Encoding = 'br' | 'gzip' | 'plain'

/** Of one sending: names and values of the headers in turns, as `writeHead` takes them fastest. */
interface Sending {
  status: number
  headers: readonly string[]
  body: Buffer | string | undefined
}

/** What left, and to whom: for those who count. */
export interface SentResponse {
  url: string
  status: number
  asked: IncomingHttpHeaders
}

/** An answer prepared for the wire, headers included; may be sent many times. */
export class PreparedResponse {
  readonly sizeInBytes: number
  /** What goes to a browser that sends these headers. */
  readonly choose: (asked: IncomingHttpHeaders) => Sending

  constructor(sizeInBytes: number, choose: (asked: IncomingHttpHeaders) => Sending) {
    this.sizeInBytes = sizeInBytes
    this.choose = choose
  }
}

/** A packed body with its headers: goes in the best encoding the browser takes, or as 304 if it has it already. */
export function preparePacked(
  packed: Packed,
  headers: Record<string, string>,
  status = 200,
): PreparedResponse {
  const { etag, plain, br, gzip } = packed
  const safe = { 'x-content-type-options': 'nosniff', ...headers }
  const common = Object.entries({ ...safe, etag, vary: 'accept-encoding' }).flat()
  const notModified = { status: 304, headers: common, body: undefined }
  const inEncoding = (body: Buffer, encoding?: Encoding): Sending => ({
    status,
    headers: [
      ...common,
      ...(encoding ? ['content-encoding', encoding] : []),
      'content-length',
      String(body.length),
    ],
    body,
  })
  const inPlain = inEncoding(plain)
  const sendings = {
    br: br ? inEncoding(br, 'br') : inPlain,
    gzip: gzip ? inEncoding(gzip, 'gzip') : inPlain,
    plain: inPlain,
  }
  const sizeInBytes = plain.length + (br?.length ?? 0) + (gzip?.length ?? 0)
  return new PreparedResponse(sizeInBytes, (asked) =>
    status === 200 && hasAlready(asked['if-none-match'], etag)
      ? notModified
      : sendings[chooseEncoding(asked['accept-encoding'] ?? '')],
  )
}

/** JSON made from the contract's own type, never kept by anyone on its way. */
export function prepareJson(json: string | Buffer): PreparedResponse {
  const sizeInBytes = Buffer.byteLength(json)
  const headers = [...jsonHeaders, 'content-length', String(sizeInBytes)]
  const sending = { status: 200, headers, body: json }
  return new PreparedResponse(sizeInBytes, () => sending)
}

export const jsonHeaders = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}).flat()

/** A file for the browser's downloads, never kept by anyone on its way. */
export function prepareDownload(file: {
  name: string
  type: string
  content: string | Buffer
}): PreparedResponse {
  const sizeInBytes = Buffer.byteLength(file.content)
  const headers = Object.entries({
    'content-type': typeof file.content === 'string' ? `${file.type}; charset=utf-8` : file.type,
    'content-disposition': `attachment; filename="${file.name.replaceAll(/[^\w.-]+/g, '-')}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': String(sizeInBytes),
  }).flat()
  return new PreparedResponse(sizeInBytes, () => ({ status: 200, headers, body: file.content }))
}

/** Sends it the ordinary way, past every hook. */
export function send(reply: FastifyReply, answer: PreparedResponse): FastifyReply {
  const { status, headers, body } = answer.choose(reply.request.headers)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
  return reply.code(status).send(body)
}

/** Sends the same ahead of routing and hooks: for `memory-responder.ts` alone. Tells the status. */
export function sendAhead(
  asked: IncomingHttpHeaders,
  response: ServerResponse,
  answer: PreparedResponse,
  /** Names and values in turns, for every answer. */
  common: readonly string[],
): number {
  const { status, headers, body } = answer.choose(asked)
  response.writeHead(status, [...headers, ...common]).end(body)
  return status
}

function hasAlready(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((known) => bare(known) === bare(etag))
}

function bare(etag: string): string {
  return etag.trim().replace(/^W\//, '')
}

/** The last spelling asked about: nearly all browsers send the same. */
let last: { header: string; encoding: Encoding } = { header: '', encoding: 'plain' }

function chooseEncoding(header: string | string[]): Encoding {
  const text = String(header)
  if (text !== last.header) last = { header: text, encoding: bestEncoding(text) }
  return last.encoding
}

function bestEncoding(header: string): Encoding {
  const accepted = new Set<string>()
  for (const item of header.split(',')) {
    const [name = '', weight = ''] = item.split(';')
    if (!/^\s*q=0(\.0*)?\s*$/.test(weight)) accepted.add(name.trim().toLowerCase())
  }
  if (accepted.has('br')) return 'br'
  return accepted.has('gzip') ? 'gzip' : 'plain'
}

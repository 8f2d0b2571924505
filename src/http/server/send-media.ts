import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from '../../platform/media/content-disposition.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { ProblemError } from '../problem.ts'
import { readByteRange } from './byte-range.ts'
import { sendFilePart } from './send-file-part.ts'

/** A presigned link is followed at once, and is refused within a minute after access ended. */
const linkForInSeconds = 60

interface MediaFile {
  key: string
  sizeInBytes: number
  type: string
  sha256: string
  /** The browser keeps it under this name, whatever it is. Unset: it is shown. */
  filename?: string
}

/**
 * Sends a file out of the media store, or a part of it; or the way to it: in
 * another store, or for the web server before us. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  { media, file, accel }: { media: MediaStore; file: MediaFile; accel?: string | undefined },
): Promise<FastifyReply> {
  const { key, sizeInBytes, type, filename } = file
  const etag = `"${file.sha256}"`
  reply.headers({
    'cache-control': 'private, no-cache',
    ...(filename !== undefined && { 'content-disposition': contentDisposition(filename) }),
    // Nothing in it runs, should a browser show it all the same.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    etag,
  })
  // Scripts of ours, which keep films on devices, may read from no other origin than the academy's.
  const isForScript = request.headers['sec-fetch-dest'] === 'empty'
  const link = isForScript
    ? null
    : await media.linkFor(key, { expiresInSeconds: linkForInSeconds, filename, type })
  // A player whose film stopped asks whether the store is there.
  const isAsked = request.method === 'HEAD' && (isForScript || link !== null)
  if (isAsked && (await media.sizeOf(key)) === null) throw new ProblemError('file_not_found')
  if (link !== null) return reply.redirect(link, 302)
  if (accel !== undefined) {
    // nginx looks at ranges and at what the browser has, and sends the bytes.
    return reply.type(type).header('x-accel-redirect', `${accel}${key}`).send()
  }
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const isStale = ifRange !== undefined && ifRange !== etag
  const range = isStale ? null : readByteRange(request.headers.range, sizeInBytes)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${sizeInBytes}`).send()
  }
  reply.type(type)
  const { from, to } = range ?? { from: 0, to: sizeInBytes - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${sizeInBytes}`)
  reply.header('content-length', to + 1 - from)
  if (request.method === 'HEAD') return reply.send()
  const path = media.pathOf(key)
  if (path !== null) return sendFilePart(reply, path, { from, to })
  const found = await media.read(key, range ?? undefined)
  if (!found) throw new ProblemError('file_not_found')
  return reply.send(found.stream)
}

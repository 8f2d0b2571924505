import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { ProblemError } from '../problem.ts'
import type { RangeToSend } from './byte-range.ts'

const leastInBytes = 64 * 1024
const mostInBytes = 256 * 1024
/** For the pieces of all answers under way, while the least size allows. */
const budgetInBytes = 16 * 1024 * 1024
let underWay = 0

/**
 * Sends a part of a file of this machine with the status and headers that the answer has by now. One
 * piece of memory is read into and written from again and again: streams take fresh memory for each
 * piece, which costs more than the copying does. Few readers get large pieces, many get small ones.
 */
export async function sendFilePart(
  reply: FastifyReply,
  path: string,
  range: RangeToSend,
): Promise<FastifyReply> {
  const file = await openFile(path)
  const response = reply.raw
  // Past the hooks of answers, of which one concerns it.
  reply.header('x-content-type-options', 'nosniff').hijack()
  underWay += 1
  const sizeInBytes = Math.min(mostInBytes, Math.max(leastInBytes, budgetInBytes / underWay))
  response.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) response.setHeader(name, value)
  }
  const piece = Buffer.allocUnsafeSlow(sizeInBytes)
  sendAndClose(response, file, { range, piece }).catch((error: unknown) => {
    reply.log.error({ err: error }, 'file not sent to its end')
    response.destroy()
  })
  return reply
}

async function sendAndClose(...sending: Parameters<typeof sendPieces>): Promise<void> {
  const [, file] = sending
  try {
    await sendPieces(...sending)
  } finally {
    underWay -= 1
    await file.close()
  }
}

async function sendPieces(
  response: ServerResponse,
  file: FileHandle,
  { range: { from, to }, piece }: { range: RangeToSend; piece: Buffer },
): Promise<void> {
  let goOn = (): void => undefined
  // Of a connection that breaks, what waits to be written is not always told.
  response.once('close', () => goOn())
  for (let at = from; at <= to && !response.destroyed; ) {
    const wanted = Math.min(piece.length, to + 1 - at)
    const { bytesRead } = await file.read(piece, 0, wanted, at)
    if (bytesRead === 0) throw new Error('The file is shorter than it was')
    at += bytesRead
    if (response.destroyed) return
    await new Promise<void>((resolve) => {
      goOn = resolve
      response.write(piece.subarray(0, bytesRead), () => resolve())
    })
  }
  response.end()
}

async function openFile(path: string): Promise<FileHandle> {
  return open(path).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR'
    throw isMissing ? new ProblemError('file_not_found') : error
  })
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Stored {
  content: Buffer
  type: string
  /** In how many it came; 0: whole. */
  parts: number
}

export interface S3StandIn {
  url: string
  objects: Map<string, Stored>
  /** Uploads in parts that were begun and not finished. */
  uploads: ReadonlyMap<string, { key: string }>
  /** The next requests are answered with this status. */
  failNext(fault: { status: number; times: number }): void
  /** Nobody answers until it comes back, with all that it held. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** The parts of S3's wire that the media store uses, in memory. Signatures are asked for, not checked. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, { key: string; type: string; parts: Map<number, Buffer> }>()
  let fault = { status: 0, times: 0 }
  let lastUpload = 0

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://s3.invalid')
    const key = decodeURIComponent(url.pathname)
    const query = url.searchParams
    const body = await buffer(request)
    if (fault.times > 0) {
      fault.times -= 1
      return sendError(response, fault.status, 'InternalError')
    }
    if (!request.headers.authorization && !query.has('X-Amz-Signature')) {
      return sendError(response, 403, 'AccessDenied')
    }
    const type = request.headers['content-type'] ?? 'application/octet-stream'
    const upload = uploads.get(query.get('uploadId') ?? '')
    switch (request.method) {
      case 'POST': {
        if (query.has('uploads')) {
          const id = String((lastUpload += 1))
          uploads.set(id, { key, type, parts: new Map() })
          return sendXml(
            response,
            `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
          )
        }
        if (!upload) return sendError(response, 404, 'NoSuchUpload')
        const parts = [...upload.parts].toSorted(([a], [b]) => a - b).map(([, part]) => part)
        objects.set(key, { content: Buffer.concat(parts), type: upload.type, parts: parts.length })
        uploads.delete(query.get('uploadId') ?? '')
        return sendXml(response, '<CompleteMultipartUploadResult/>')
      }
      case 'PUT': {
        if (query.has('uploadId')) upload?.parts.set(Number(query.get('partNumber')), body)
        else objects.set(key, { content: body, type, parts: 0 })
        const tag = createHash('md5').update(body).digest('hex')
        response.writeHead(200, { etag: `"${tag}"` }).end()
        return
      }
      case 'DELETE':
        if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '')
        else objects.delete(key)
        response.writeHead(204).end()
        return
      case 'GET':
        if (query.has('list-type')) return sendXml(response, listObjects([...objects.keys()], url))
        if (query.has('uploads')) return sendXml(response, listUploads([...uploads], url))
        return sendObject(request, response, { stored: objects.get(key), query })
      default:
        return sendObject(request, response, { stored: objects.get(key), query })
    }
  }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    uploads,
    failNext: (next) => {
      fault = { ...next }
    },
    goAway: close,
    comeBack: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close,
  }
}

/** Two at a time, so that whoever asks has to turn pages. */
const keysOfPage = 2

function listObjects(all: string[], url: URL): string {
  const bucket = `${url.pathname.replace(/\/$/, '')}/`
  const start = bucket + (url.searchParams.get('prefix') ?? '')
  const after = url.searchParams.get('continuation-token') ?? ''
  const keys = all
    .filter((key) => key.startsWith(start) && !key.slice(start.length).includes('/') && key > after)
    .toSorted()
  const page = keys.slice(0, keysOfPage)
  const contents = page.map((key) => `<Contents><Key>${key.slice(bucket.length)}</Key></Contents>`)
  const isTruncated = keys.length > keysOfPage
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function listUploads(uploads: [string, { key: string }][], url: URL): string {
  const bucket = `${url.pathname.replace(/\/$/, '')}/`
  const start = bucket + (url.searchParams.get('prefix') ?? '')
  const found = uploads
    .filter(([, { key }]) => key.startsWith(start))
    .map(
      ([id, { key }]) =>
        `<Upload><Key>${key.slice(bucket.length)}</Key><UploadId>${id}</UploadId></Upload>`,
    )
  return `<ListMultipartUploadsResult>${found.join('')}</ListMultipartUploadsResult>`
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { stored, query }: { stored: Stored | undefined; query: URLSearchParams },
): void {
  if (!stored) return sendError(response, 404, 'NoSuchKey')
  const size = stored.content.length
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = Math.min(Number(range?.[2] || size - 1), size - 1)
  if (range && from >= size) return sendError(response, 416, 'InvalidRange')
  response.writeHead(range ? 206 : 200, {
    'content-type': stored.type,
    'content-length': to + 1 - from,
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${from}-${to}/${size}` }),
    ...(query.has('response-content-disposition') && {
      'content-disposition': query.get('response-content-disposition') ?? '',
    }),
  })
  response.end(request.method === 'HEAD' ? undefined : stored.content.subarray(from, to + 1))
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

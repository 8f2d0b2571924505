import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { contentDisposition } from './content-disposition.ts'
import { requireMediaKey } from './media-key.ts'
import type { ByteRange, MediaStore } from './media-store.ts'
import type { S3Settings } from './read-media-settings.ts'
import { StorageError } from './storage-error.ts'

const unknownType = 'application/octet-stream'
const mebibyte = 1024 * 1024
const mostParts = 10_000

/** Equal parts, as some stores want them, and as large as it takes to be no more than may be. */
export function partInBytesFor(sizeInBytes: number): number {
  return Math.max(8, Math.ceil(sizeInBytes / mostParts / mebibyte)) * mebibyte
}

/** Objects of one bucket in any store that speaks S3. */
export function keepInS3(settings: S3Settings): MediaStore {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Checksums in trailers are Amazon's own; others refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  })
  client.middlewareStack.add(
    (next) => async (given) => {
      try {
        return await next(given)
      } catch (error) {
        const status =
          error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
        if ((status === undefined || status < 500) && !isNetworkError(error)) throw error
        throw new StorageError(status === 507 ? 'full' : 'away', error)
      }
    },
    { step: 'initialize', name: 'tellStorageTrouble' },
  )
  const objectOf = (key: string) => ({
    Bucket: settings.bucket,
    Key: settings.prefix + requireMediaKey(key),
  })
  const write: MediaStore['write'] = async (key, content, { type, sizeInBytes = 0 }) => {
    const params = { ...objectOf(key), Body: content, ContentType: type }
    const partSize = partInBytesFor(sizeInBytes)
    await new Upload({ client, params, partSize, queueSize: 2 }).done()
  }
  return {
    write,
    writeFrom: async (path, key, about) => {
      const file = await open(path)
      try {
        const { size: sizeInBytes } = await file.stat()
        await write(key, file.createReadStream({ autoClose: false }), { ...about, sizeInBytes })
      } finally {
        await file.close()
      }
    },
    pathOf: () => null,
    read: async (key, range) => {
      const found = await unlessMissing(
        client.send(new GetObjectCommand({ ...objectOf(key), Range: rangeHeader(range) })),
      )
      if (!found) return null
      if (!(found.Body instanceof Readable)) throw new Error('The media store sent no stream')
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      const sizeInBytes = Number(whole ?? found.ContentLength)
      return { stream: found.Body, sizeInBytes, type: found.ContentType ?? unknownType }
    },
    sizeOf: async (key) => {
      const found = await unlessMissing(client.send(new HeadObjectCommand(objectOf(key))))
      return found ? (found.ContentLength ?? 0) : null
    },
    remove: async (key) => {
      await unlessMissing(client.send(new DeleteObjectCommand(objectOf(key))))
    },
    list: async (prefix) => {
      const names: string[] = []
      const pages = paginateListObjectsV2(
        { client },
        {
          Bucket: settings.bucket,
          Prefix: settings.prefix + requireMediaKey(prefix),
          Delimiter: '/',
        },
      )
      for await (const { Contents = [] } of pages) {
        names.push(...Contents.map(({ Key = '' }) => Key.slice(settings.prefix.length)))
      }
      return names
    },
    removeUnfinished: async (prefix) => {
      const Prefix = settings.prefix + requireMediaKey(prefix)
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix }),
      )
      for (const { Key, UploadId } of Uploads) {
        await client.send(
          new AbortMultipartUploadCommand({ Bucket: settings.bucket, Key, UploadId }),
        )
      }
    },
    linkFor: async (key, { expiresInSeconds, filename, type }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...objectOf(key),
          ...(filename !== undefined && {
            ResponseContentDisposition: contentDisposition(filename),
          }),
          ...(type !== undefined && { ResponseContentType: type }),
        }),
        { expiresIn: expiresInSeconds },
      ),
  }
}

/** As the system or a timeout tells it; all else is a fault of ours. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || ('code' in error && /^E(?!RR_)/.test(String(error.code)))
}

function rangeHeader(range: ByteRange | undefined): string | undefined {
  return range && `bytes=${range.from}-${range.to ?? ''}`
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: unknown) => {
    if (!(error instanceof S3ServiceException)) throw error
    const status = error.$metadata.httpStatusCode
    if (status === 404) return null
    if (status === 416) throw new RangeError('The range begins behind the end of the file')
    throw error
  })
}

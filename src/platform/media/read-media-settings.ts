import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from '../start-error.ts'

export type MediaSettings = { kind: 'files'; folder: string } | S3Settings

export interface S3Settings {
  kind: 's3'
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  region: string
  /** Undefined: Amazon's own. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

interface Given {
  dataDir: string
  url: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

/** Reads MEDIA_URL and its keys. Throws one sentence if they cannot be used. */
export function readMediaSettings(given: Given): MediaSettings {
  if (given.url === undefined) return { kind: 'files', folder: join(given.dataDir, 'media') }
  const url = URL.canParse(given.url) ? new URL(given.url) : null
  if (url?.protocol === 'file:') return { kind: 'files', folder: readFolder(url) }
  if (url?.protocol === 's3:') return readS3(url, given)
  throw new StartError(
    'MEDIA_URL must look like file:///srv/media or s3://bucket/prefix?endpoint=https://…&region=….',
  )
}

function readFolder(url: URL): string {
  try {
    return fileURLToPath(url)
  } catch {
    throw new StartError('MEDIA_URL must name a folder of this machine, like file:///srv/media.')
  }
}

function readS3(url: URL, { accessKeyId, secretAccessKey }: Given): S3Settings {
  const bucket = url.hostname
  if (bucket === '') throw new StartError('MEDIA_URL names no bucket: write s3://bucket/prefix.')
  if (url.username !== '' || url.password !== '') {
    throw new StartError(
      'MEDIA_URL must not hold keys: set MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY.',
    )
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StartError(
      'MEDIA_URL is an S3 store, so MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY must both be set.',
    )
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isHttp(endpoint)) {
    throw new StartError('The endpoint in MEDIA_URL must be an address like https://s3.example.')
  }
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? '' : 'auto')
  if (region === '') {
    throw new StartError('MEDIA_URL needs a region or an endpoint, like ?region=ap-south-1.')
  }
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  if (!/^([\w.-]+(\/[\w.-]+)*)?$/.test(folder)) {
    throw new StartError(
      'The prefix in MEDIA_URL may have letters, digits, dots, dashes and slashes.',
    )
  }
  return {
    kind: 's3',
    bucket,
    prefix: folder === '' ? '' : `${folder}/`,
    region,
    endpoint,
    accessKeyId,
    secretAccessKey,
  }
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

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

/** How the settings of a store begin. */
type StoreName = 'MEDIA' | 'BACKUP'

interface Given {
  dataDir: string
  url: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
}

/** Reads MEDIA_URL and its keys. Throws one sentence if they cannot be used. */
export function readMediaSettings({ dataDir, url, ...keys }: Given): MediaSettings {
  if (url === undefined) return { kind: 'files', folder: join(dataDir, 'media') }
  return readStoreUrl('MEDIA', { url, ...keys })
}

/** Reads NAME_URL with NAME_ACCESS_KEY_ID and NAME_SECRET_ACCESS_KEY. */
export function readStoreUrl(
  name: StoreName,
  given: { url: string } & Pick<Given, 'accessKeyId' | 'secretAccessKey'>,
): MediaSettings {
  const url = URL.canParse(given.url) ? new URL(given.url) : null
  if (url?.protocol === 'file:') return { kind: 'files', folder: readFolder(name, url) }
  if (url?.protocol === 's3:') return readS3(name, url, given)
  const folder = name.toLowerCase()
  throw new StartError(
    `${name}_URL must look like file:///srv/${folder} or s3://bucket/prefix?endpoint=https://…&region=….`,
  )
}

function readFolder(name: StoreName, url: URL): string {
  try {
    return fileURLToPath(url)
  } catch {
    throw new StartError(
      `${name}_URL must name a folder of this machine, like file:///srv/${name.toLowerCase()}.`,
    )
  }
}

function readS3(
  name: StoreName,
  url: URL,
  { accessKeyId, secretAccessKey }: Pick<Given, 'accessKeyId' | 'secretAccessKey'>,
): S3Settings {
  const bucket = url.hostname
  if (bucket === '') throw new StartError(`${name}_URL names no bucket: write s3://bucket/prefix.`)
  if (url.username !== '' || url.password !== '') {
    throw new StartError(
      `${name}_URL must not hold keys: set ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY.`,
    )
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StartError(
      `${name}_URL is an S3 store, so ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY must both be set.`,
    )
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isHttp(endpoint)) {
    throw new StartError(`The endpoint in ${name}_URL must be an address like https://s3.example.`)
  }
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? '' : 'auto')
  if (region === '') {
    throw new StartError(`${name}_URL needs a region or an endpoint, like ?region=ap-south-1.`)
  }
  const folder = url.pathname.replaceAll(/^\/+|\/+$/g, '')
  if (!/^([\w.-]+(\/[\w.-]+)*)?$/.test(folder)) {
    throw new StartError(
      `The prefix in ${name}_URL may have letters, digits, dots, dashes and slashes.`,
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

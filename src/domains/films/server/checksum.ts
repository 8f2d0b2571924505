import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash)
  return hash.digest('hex')
}

/** Where a file lies in the media store: of the same content, at the same place. */
export function contentKey(sha256: string, extension: string): string {
  return `films/${sha256.slice(0, 2)}/${sha256}.${extension}`
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** One body, ready in every encoding that browsers ask for. */
export interface Packed {
  plain: Buffer
  /** Null where packing would not make it smaller, as with pictures and fonts. */
  br: Buffer | null
  gzip: Buffer | null
  etag: string
}

/** Packs a body once, to be sent often. Quality 1 (quick) to 11 (small). */
export async function pack(plain: Buffer, quality: number): Promise<Packed> {
  const [br, gz] = await Promise.all([
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
    compressGzip(plain, { level: Math.min(quality, 9) }),
  ])
  return { plain, br: smaller(br, plain), gzip: smaller(gz, plain), etag: etagOf(plain) }
}

/** Weak, because all encodings of a body share it. */
export function etagOf(plain: Buffer): string {
  return `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}

function smaller(candidate: Buffer, plain: Buffer): Buffer | null {
  return candidate.length < plain.length * 0.95 ? candidate : null
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

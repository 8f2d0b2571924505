import { crc32 } from 'node:zlib'

const keyword = 'openbadgecredential'
/** Signature and IHDR, which comes first in every PNG. */
const startInBytes = 8 + 4 + 4 + 13 + 4

/** The same picture with a credential in it, as Open Badges 3.0 bakes them: one iTXt chunk, not packed. */
export function bakePng(png: Buffer, credential: string): Buffer {
  const typed = Buffer.concat([
    Buffer.from(`iTXt${keyword}\0\0\0\0\0`, 'latin1'),
    Buffer.from(credential, 'utf8'),
  ])
  const chunk = Buffer.concat([uint32(typed.length - 4), typed, uint32(crc32(typed))])
  return Buffer.concat([png.subarray(0, startInBytes), chunk, png.subarray(startInBytes)])
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

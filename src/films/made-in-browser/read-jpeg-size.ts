import { readFile } from 'node:fs/promises'
import type { PictureSize } from '../plan-pictures.ts'

/** From a JPEG's first frame header (ITU T.81, B.2.2); null: no JPEG. */
export async function readJpegSize(path: string): Promise<PictureSize | null> {
  const bytes = await readFile(path)
  const isJpeg = bytes.readUInt16BE(0) === 0xffd8 && bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  if (!isJpeg) return null
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xc2
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

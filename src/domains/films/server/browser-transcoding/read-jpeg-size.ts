import { readFile } from 'node:fs/promises'
import type { PictureSize } from '../../plan-pictures.ts'

/** Of a JPEG with its end, by its header; null: no such picture. Nothing of it is decoded. */
export async function readJpegSize(path: string): Promise<PictureSize | null> {
  const bytes = await readFile(path)
  const [start, end] = [bytes.subarray(0, 3), bytes.subarray(-2)]
  // No decoder is to see anything else.
  if (start.toString('hex') !== 'ffd8ff' || end.toString('hex') !== 'ffd9') return null
  const { default: sharp } = await import('sharp')
  const about = await sharp(bytes)
    .metadata()
    .catch(() => null)
  return about && { width: about.width, height: about.height }
}

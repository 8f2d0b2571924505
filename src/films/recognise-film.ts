import { open } from 'node:fs/promises'

/** What holds picture and sound; named as ffmpeg names what reads it. */
export type Container = 'mov' | 'matroska'

export interface RecognisedFilm {
  container: Container
  type: 'video/mp4' | 'video/webm' | 'video/x-matroska'
}

const headInBytes = 4096
const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

/** What a file is by its first bytes; null: no film. Its name says nothing. */
export async function recogniseFilm(path: string): Promise<RecognisedFilm | null> {
  const head = await readHead(path)
  if (/^(ftyp|moov|mdat|wide|free|skip)$/.test(head.toString('latin1', 4, 8))) {
    const brand = head.toString('latin1', 8, 12)
    // Sounds and pictures come in the same boxes.
    if (/^(M4A |M4B |avif|avis|heic|heix|mif1|crx )$/.test(brand)) return null
    return { container: 'mov', type: 'video/mp4' }
  }
  if (!head.subarray(0, 4).equals(ebml)) return null
  const isWebm = head.includes('webm', 0, 'latin1')
  return { container: 'matroska', type: isWebm ? 'video/webm' : 'video/x-matroska' }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headInBytes), 0, headInBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

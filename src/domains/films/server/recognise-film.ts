import { open } from 'node:fs/promises'
import { msg } from '../../../shared/i18n/translate.ts'

/** What holds picture and sound; named as ffmpeg names what reads it. */
export type Container = 'mov' | 'matroska'

export interface RecognisedFilm {
  container: Container
  type: 'video/mp4' | 'video/webm' | 'video/x-matroska'
}

export const soundAlone = msg(
  'This file is sound without a picture. Please choose a video, or add it to the lesson as a file.',
)
const otherKind = (kind: string) =>
  `This is ${kind}, which browsers do not play. Please save it as an MP4 and upload that.`
const headInBytes = 4096
const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

/** Files that people take for films, or that are ones of a kind no browser plays. */
const others: readonly [is: (head: string) => boolean, sentence: string][] = [
  [(head) => head.startsWith('RIFF') && head.startsWith('AVI ', 8), otherKind('an AVI file')],
  [(head) => head.startsWith('RIFF') && head.startsWith('WAVE', 8), soundAlone],
  [(head) => /^(?:ID3|\xff[\xe0-\xff]|fLaC|OggS|.{4}ftypM4[AB] )/s.test(head), soundAlone],
  [(head) => head.startsWith('\x30\x26\xb2\x75'), otherKind('a WMV file')],
  [(head) => head.startsWith('FLV'), otherKind('an FLV file')],
  [(head) => head.startsWith('\0\0\x01\xba') || isStream(head), otherKind('an MPEG file')],
]

/** Of packets of 188 bytes, each begun by the same letter. */
function isStream(head: string): boolean {
  return head[0] === 'G' && head[188] === 'G'
}

/** A sentence for a file that is no film to us. */
export async function describeFileType(path: string): Promise<string> {
  const head = (await readHead(path)).toString('latin1')
  const known = others.find(([is]) => is(head))
  return known?.[1] ?? msg('This file is not a video. Please choose an MP4, MOV, WebM or MKV file.')
}

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

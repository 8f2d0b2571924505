type Signature = (head: Buffer) => boolean

/** As many of a file's first bytes as tell what it is. */
export const headInBytes = 4096

const startsWith =
  (...bytes: number[]): Signature =>
  (head) =>
    bytes.every((byte, at) => head[at] === byte)
const holds =
  (word: string, at = 0): Signature =>
  (head) =>
    head.toString('latin1', at, at + word.length) === word
const either =
  (...signatures: Signature[]): Signature =>
  (head) =>
    signatures.some((fits) => fits(head))

const zip = either(holds('PK\x03\x04'), holds('PK\x05\x06'))
const ole = startsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
const riff =
  (form: string): Signature =>
  (head) =>
    holds('RIFF')(head) && holds(form, 8)(head)
const mp4 = holds('ftyp', 4)
/** Text has no zero byte, and is UTF-8; the last character may be cut by the end of the head. */
const text: Signature = (head) =>
  !head.includes(0) &&
  isUtf8(head.length < headInBytes ? head : head.subarray(0, wholeLength(head)))

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

/**
 * What may be taken away, by its extension: the type it is sent with, and what its bytes must be. What
 * a browser would run (HTML, SVG, scripts) is not among them.
 */
const kinds: Record<string, readonly [type: string, fits: Signature]> = {
  pdf: ['application/pdf', holds('%PDF-')],
  png: ['image/png', startsWith(0x89, 0x50, 0x4e, 0x47)],
  jpg: ['image/jpeg', startsWith(0xff, 0xd8, 0xff)],
  jpeg: ['image/jpeg', startsWith(0xff, 0xd8, 0xff)],
  gif: ['image/gif', holds('GIF8')],
  webp: ['image/webp', riff('WEBP')],
  avif: ['image/avif', mp4],
  heic: ['image/heic', mp4],
  tif: ['image/tiff', either(holds('II*\0'), holds('MM\0*'))],
  tiff: ['image/tiff', either(holds('II*\0'), holds('MM\0*'))],
  psd: ['image/vnd.adobe.photoshop', holds('8BPS')],
  zip: ['application/zip', zip],
  '7z': ['application/x-7z-compressed', startsWith(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)],
  rar: ['application/vnd.rar', holds('Rar!')],
  gz: ['application/gzip', startsWith(0x1f, 0x8b)],
  tgz: ['application/gzip', startsWith(0x1f, 0x8b)],
  tar: ['application/x-tar', holds('ustar', 257)],
  docx: [`${office}.wordprocessingml.document`, zip],
  xlsx: [`${office}.spreadsheetml.sheet`, zip],
  pptx: [`${office}.presentationml.presentation`, zip],
  odt: [`${open}.text`, zip],
  ods: [`${open}.spreadsheet`, zip],
  odp: [`${open}.presentation`, zip],
  epub: ['application/epub+zip', zip],
  doc: ['application/msword', ole],
  xls: ['application/vnd.ms-excel', ole],
  ppt: ['application/vnd.ms-powerpoint', ole],
  rtf: ['application/rtf', holds('{\\rtf')],
  txt: ['text/plain; charset=utf-8', text],
  md: ['text/markdown; charset=utf-8', text],
  csv: ['text/csv; charset=utf-8', text],
  srt: ['application/x-subrip; charset=utf-8', text],
  vtt: ['text/vtt; charset=utf-8', text],
  mp3: ['audio/mpeg', either(holds('ID3'), isMpegAudio)],
  m4a: ['audio/mp4', mp4],
  aac: ['audio/aac', either(isMpegAudio, holds('ID3'))],
  ogg: ['audio/ogg', holds('OggS')],
  opus: ['audio/ogg', holds('OggS')],
  wav: ['audio/wav', riff('WAVE')],
  flac: ['audio/flac', holds('fLaC')],
  mid: ['audio/midi', holds('MThd')],
}

/** True if files of this name may be taken away, whatever is in them. */
export function isNameAllowed(filename: string): boolean {
  return extensionOf(filename) in kinds
}

/** The type of a file whose bytes are what its name says; null for all others. */
export function recogniseFile(filename: string, head: Buffer): string | null {
  const kind = Object.hasOwn(kinds, extensionOf(filename))
    ? kinds[extensionOf(filename)]
    : undefined
  return kind?.[1](head) ? kind[0] : null
}

function extensionOf(filename: string): string {
  const extension = /\.(\w{1,10})$/.exec(filename)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(kinds, extension) ? extension : ''
}

/** The eleven bits that begin each frame. */
function isMpegAudio(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Without the bytes of a last character that may go on behind the head. */
function wholeLength(head: Buffer): number {
  let end = head.length
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return end - 1
}

/** As the decoder names them; it calls AVIF by its container. */
type Recognised = 'jpeg' | 'png' | 'webp' | 'heif'

/**
 * What a file is by its first bytes, whatever it was called. Null: none of those that we take, and
 * no decoder is to see it.
 */
export function recogniseFormat(content: Buffer): Recognised | null {
  const at = (from: number, to: number) => content.toString('latin1', from, to)
  if (at(0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') return 'webp'
  if (at(4, 8) === 'ftyp' && /^avi[fs]$/.test(at(8, 12))) return 'heif'
  return null
}

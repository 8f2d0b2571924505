import type { Node } from '../canonical-form.ts'

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const keyword = 'openbadgecredential\0'

/** The badge in a JSON file or a baked picture; null where there is none. */
export function readBadgeFile(bytes: Uint8Array): Node | null {
  const isPng = pngStart.every((byte, at) => bytes[at] === byte)
  const text = isPng ? findBakedText(bytes) : decode(bytes)
  try {
    const read: unknown = JSON.parse(text)
    return isBadge(read) ? read : null
  } catch {
    return null
  }
}

/** Any badge, also of others: whether it holds is asked later. */
function isBadge(read: unknown): read is Node {
  if (typeof read !== 'object' || read === null || !('proof' in read && 'type' in read))
    return false
  const { proof, type } = read
  const isTyped = Array.isArray(type) && type.includes('OpenBadgeCredential')
  return isTyped && typeof proof === 'object' && proof !== null && !Array.isArray(proof)
}

/** Of the first iTXt chunk with the keyword; empty without one. */
function findBakedText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = pngStart.length; at + 8 <= bytes.length; ) {
    const end = at + 8 + view.getUint32(at)
    const content = bytes.subarray(at + 8, end)
    const isText = decode(bytes.subarray(at + 4, at + 8)) === 'iTXt'
    if (isText && decode(content.subarray(0, keyword.length)) === keyword) {
      // Flag and method of packing, then two texts that end with a zero.
      const language = content.indexOf(0, keyword.length + 2)
      return decode(content.subarray(content.indexOf(0, language + 1) + 1))
    }
    at = end + 4
  }
  return ''
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

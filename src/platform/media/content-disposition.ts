/**
 * Makes a browser keep what it gets as a file of this name; control characters and quotes cannot leave it.
 * The two joiners shape letters and stay.
 */
export function contentDisposition(filename: string): string {
  const name = filename.replaceAll(/(?![\u200c\u200d])[\p{C}/\\]/gu, '_')
  const plain = name.replaceAll(/[^\x20-\x7e]|["%;]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encode(name)}`
}

/** RFC 8187: what encodeURIComponent leaves alone, though it may not stand there. */
function encode(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

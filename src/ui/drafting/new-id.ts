/**
 * A UUID, which the server keeps: so what is saved need not be read back. Browsers offer
 * `randomUUID` over HTTPS only, and an academy is also run in an office's own network.
 */
export function newId(): string {
  // Elsewhere than in a browser there is no such thing as an insecure context.
  const isInsecure = typeof window !== 'undefined' && !window.isSecureContext
  if (!isInsecure) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

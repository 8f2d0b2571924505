/** Films are fetched, encrypted and kept in pieces of this size, so that few of them are lost or in memory at a time. */
export const chunkInBytes = 1 << 20
/** Stands before what it encrypted. The service worker reads it so, too (`src/http/web/run-service-worker.ts`). */
const ivInBytes = 12

export function countChunks(sizeInBytes: number): number {
  return Math.ceil(sizeInBytes / chunkInBytes)
}

/** From the academy's answer. Not to be taken out of the browser again by any script. */
export async function importKey(inBase64Url: string): Promise<CryptoKey> {
  const letters = atob(inBase64Url.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** AES-GCM. A chunk in another's place, or in part, is not decrypted. */
export async function encryptChunk(
  key: CryptoKey,
  place: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(ivInBytes))
  const encrypted = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: encode(place) }, key, bytes),
  )
  const chunk = new Uint8Array(ivInBytes + encrypted.length)
  chunk.set(iv)
  chunk.set(encrypted, ivInBytes)
  return chunk
}

export async function decryptChunk(
  key: CryptoKey,
  place: string,
  chunk: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = chunk.subarray(0, ivInBytes)
  const algorithm = { name: 'AES-GCM', iv, additionalData: encode(place) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, chunk.subarray(ivInBytes)))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

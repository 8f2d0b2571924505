const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes as the letter `z` and base 58, as keys and signatures of credentials are written. */
export function writeMultibase(bytes: Uint8Array): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let digits = ''
  for (; rest > 0n; rest /= 58n) digits = alphabet.charAt(Number(rest % 58n)) + digits
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return `z${'1'.repeat(zeros === -1 ? bytes.length : zeros)}${digits}`
}

/** Null: not so many bytes in this way of writing. */
export function readMultibase(text: string, sizeInBytes: number): Uint8Array<ArrayBuffer> | null {
  // Two digits hold more than a byte: what is longer would take time and be refused all the same.
  if (!text.startsWith('z') || text.length > 2 + 2 * sizeInBytes) return null
  let number = 0n
  for (const digit of text.slice(1)) {
    const value = alphabet.indexOf(digit)
    if (value === -1) return null
    number = number * 58n + BigInt(value)
  }
  const bytes = new Uint8Array(sizeInBytes)
  for (let at = sizeInBytes - 1; at >= 0; at -= 1, number /= 256n) bytes[at] = Number(number % 256n)
  return number === 0n && writeMultibase(bytes) === text ? bytes : null
}

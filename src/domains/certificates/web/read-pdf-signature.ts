/** What a signed PDF brings to be checked. */
export interface PdfSignature {
  /** All of the file but the signature itself. */
  signedBytes: Uint8Array<ArrayBuffer>
  /** What was signed by the key: a list with the hash of those bytes in it. */
  signedList: Uint8Array<ArrayBuffer>
  hashInList: Uint8Array
  signature: Uint8Array<ArrayBuffer>
  /** What the academy says of the certificate, as it wrote it beside the signature. */
  facts: unknown
}

/**
 * The signature of a PDF as `sign-pdf.ts` makes it; null in every other file, and `broken` where it does not
 * cover the file to its end. Whether it holds is asked later.
 */
export function readPdfSignature(bytes: Uint8Array): PdfSignature | 'broken' | null {
  const text = decodeLatin(bytes)
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text)?.slice(1).map(Number)
  const [, written] = /\/CertifiedFacts <([\da-f]+)>/.exec(text) ?? []
  if (written === undefined) return null
  const [roomAt = 0, behindAt = 0, behindLength = 0] = range ?? []
  const [, hex] = /^<([\da-f]+)>$/.exec(text.slice(roomAt, behindAt)) ?? []
  const isWhole = behindAt + behindLength === bytes.length
  if (
    hex === undefined ||
    !isWhole ||
    isTwice(text, '/ByteRange') ||
    isTwice(text, '/CertifiedFacts')
  ) {
    return 'broken'
  }
  try {
    const signed = readSignedData(readHex(hex))
    const signedBytes = join(bytes.subarray(0, roomAt), bytes.subarray(behindAt))
    return { signedBytes, ...signed, facts: JSON.parse(new TextDecoder().decode(readHex(written))) }
  } catch {
    return 'broken'
  }
}

function isTwice(text: string, words: string): boolean {
  return text.indexOf(words) !== text.lastIndexOf(words)
}

/** Whether the key signed it and nothing in the file was changed since. */
export async function isPdfSignedWith(read: PdfSignature, publicKey: string): Promise<boolean> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const spki = Uint8Array.from(atob(publicKey), (sign) => sign.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['verify'])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', read.signedBytes))
  const isOfFile = hash.every((byte, at) => read.hashInList[at] === byte)
  return (
    isOfFile &&
    read.hashInList.length === hash.length &&
    (await crypto.subtle.verify(algorithm, key, read.signature, read.signedList))
  )
}

/** A value in DER. */
interface Value {
  tag: number
  /** With its tag and length. */
  whole: Uint8Array
  content: Uint8Array
}

const messageDigest = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04]
const [octets, list, set, ofContext] = [0x04, 0x30, 0x31, 0xa0]

/** Of a CMS structure (RFC 5652, 5.1 and 5.3) with one signer. */
function readSignedData(
  der: Uint8Array,
): Pick<PdfSignature, 'signedList' | 'hashInList' | 'signature'> {
  const info = listValues(first(der, list).content)
  const signedData = listValues(first(only(info, ofContext).content, list).content)
  const signers = signedData.at(-1)
  if (signers?.tag !== set) throw new Error('No signers')
  const signer = listValues(first(signers.content, list).content)
  const attributes = only(signer, ofContext)
  const digest = listValues(attributes.content).find(({ content }) =>
    messageDigest.every((byte, at) => content[at] === byte),
  )
  if (!digest) throw new Error('No hash')
  const values = only(listValues(digest.content), set)
  return {
    // It is signed as a set, not as the part of the structure that it stands as.
    signedList: Uint8Array.from([set, ...attributes.whole.subarray(1)]),
    hashInList: first(values.content, octets).content,
    signature: Uint8Array.from(only(signer, octets).content),
  }
}

function first(bytes: Uint8Array, tag: number): Value {
  const value = readValue(bytes)
  if (value.tag !== tag) throw new Error('Another kind of value')
  return value
}

function only(values: Value[], tag: number): Value {
  const found = values.find((value) => value.tag === tag)
  if (!found) throw new Error('A value is missing')
  return found
}

function listValues(bytes: Uint8Array): Value[] {
  const values: Value[] = []
  for (let at = 0; at < bytes.length; at += values.at(-1)?.whole.length ?? bytes.length) {
    values.push(readValue(bytes.subarray(at)))
  }
  return values
}

function readValue(bytes: Uint8Array): Value {
  const [tag = 0, short = 0] = bytes
  const more = short < 0x80 ? 0 : short - 0x80
  if (bytes.length < 2 || more > 3) throw new Error('No value')
  const long = bytes.subarray(2, 2 + more).reduce((sum, byte) => sum * 256 + byte, 0)
  const start = 2 + more
  const end = start + (more === 0 ? short : long)
  if (end > bytes.length) throw new Error('The value is cut off')
  return { tag, whole: bytes.subarray(0, end), content: bytes.subarray(start, end) }
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function readHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** One letter a byte, so that places in the text are places in the file. */
function decodeLatin(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return text
}

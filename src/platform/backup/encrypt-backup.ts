import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { BackupError } from './backup-error.ts'

/**
 * An encrypted backup is this line, a byte with the logarithm of scrypt's cost, 16 bytes of salt, and
 * chunks of 64 KiB (the last one may be shorter, even empty), each followed by the 16 bytes of its tag.
 * Chunks are AES-256-GCM under scrypt(key, salt, N = 2^cost, r = 8, p = 1). A chunk's nonce is its
 * number in 11 bytes, from 0, and a byte that is 1 for the last chunk: none can be moved, left out or
 * added. Line, cost and salt are the additional data of every chunk.
 */
export const encryptedFirstLine = 'academy-backup-encrypted 1\n'
export const encryptedHeadSizeInBytes = encryptedFirstLine.length + 17
const chunkInBytes = 64 * 1024
const tagInBytes = 16
/** 64 MiB and a fifth of a second for each guess at the key. */
const usualCost = 16
/** More than a gigabyte of memory is no cost that we wrote. */
const highestCost = 20

/** How large a backup is once it is encrypted. */
export function encryptedSizeInBytes(sizeInBytes: number): number {
  const chunks = Math.max(1, Math.ceil(sizeInBytes / chunkInBytes))
  return encryptedHeadSizeInBytes + sizeInBytes + chunks * tagInBytes
}

export async function* encryptBackup(
  plain: AsyncIterable<Buffer>,
  key: string,
  cost = usualCost,
): AsyncGenerator<Buffer> {
  const head = Buffer.concat([
    Buffer.from(encryptedFirstLine),
    Buffer.from([cost]),
    randomBytes(16),
  ])
  const derived = await deriveKey(key, head)
  yield head
  for await (const { chunk, number, isLast } of cut(plain, chunkInBytes)) {
    const cipher = createCipheriv('aes-256-gcm', derived, nonceOf(number, isLast))
    cipher.setAAD(head)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Hands out nothing that was not written with this key at this place. */
export async function* decryptBackup(
  name: string,
  encrypted: AsyncIterable<Buffer>,
  key: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await takeHead(name, encrypted)
  const derived = await deriveKey(key, head)
  for await (const { chunk, number, isLast } of cut(rest, chunkInBytes + tagInBytes)) {
    if (chunk.length < tagInBytes) throw unreadable(name)
    const decipher = createDecipheriv('aes-256-gcm', derived, nonceOf(number, isLast))
    decipher.setAAD(head)
    decipher.setAuthTag(chunk.subarray(-tagInBytes))
    const plain = decipher.update(chunk.subarray(0, -tagInBytes))
    try {
      decipher.final()
    } catch (error) {
      throw unreadable(name, error)
    }
    yield plain
  }
}

function deriveKey(key: string, head: Buffer): Promise<Buffer> {
  const salt = head.subarray(-16)
  const N = 2 ** (head.at(-17) ?? usualCost)
  return new Promise((resolve, reject) => {
    scrypt(key, salt, 32, { N, r: 8, p: 1, maxmem: 129 * N * 8 }, (error, derived) =>
      error ? reject(error) : resolve(derived),
    )
  })
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

interface Chunk {
  chunk: Buffer
  number: number
  isLast: boolean
}

/** Cuts what comes into equal chunks; only the last may be shorter, and there is always a last one. */
async function* cut(content: AsyncIterable<Buffer>, sizeInBytes: number): AsyncGenerator<Chunk> {
  let pieces: Buffer[] = []
  let length = 0
  let number = 0
  for await (const piece of content) {
    pieces.push(piece)
    length += piece.length
    // More than one is there: what fills this chunk cannot be the last of it.
    if (length <= sizeInBytes) continue
    const whole = Buffer.concat(pieces)
    let at = 0
    for (; whole.length - at > sizeInBytes; at += sizeInBytes) {
      yield { chunk: whole.subarray(at, at + sizeInBytes), number: number++, isLast: false }
    }
    pieces = [whole.subarray(at)]
    length = whole.length - at
  }
  yield { chunk: Buffer.concat(pieces), number, isLast: true }
}

async function takeHead(
  name: string,
  encrypted: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const chunks = encrypted[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  while (start.length < encryptedHeadSizeInBytes) {
    const next = await chunks.next()
    if (next.done) throw unreadable(name)
    start = Buffer.concat([start, next.value])
  }
  const head = start.subarray(0, encryptedHeadSizeInBytes)
  const isOurs = head.toString('latin1').startsWith(encryptedFirstLine)
  const givenCost = head.at(encryptedFirstLine.length) ?? 0
  if (!isOurs || givenCost < 10 || givenCost > highestCost) throw unreadable(name)
  async function* readRest(): AsyncGenerator<Buffer> {
    yield start.subarray(encryptedHeadSizeInBytes)
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head, rest: readRest() }
}

function unreadable(name: string, cause?: unknown): BackupError {
  return new BackupError(
    `${name} does not open with this BACKUP_KEY: it was made with another key, or it is damaged.`,
    { cause },
  )
}

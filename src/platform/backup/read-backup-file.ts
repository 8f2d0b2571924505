import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupError, damaged } from './backup-error.ts'
import type { BackupSource } from './backup-source.ts'
import { type BackupContent, startContent } from './content-rules.ts'
import {
  checksumSizeInBytes,
  contentOfFrameInBytes,
  firstLine,
  frameHeadSizeInBytes,
  olderFirstLine,
  type PartHead,
  partHead,
  partTail,
} from './format.ts'
import { type Measure, startMeasure } from './measure.ts'
import { checkSeal, sealSizeInBytes } from './seal.ts'
import { type Origin, type Trust, verifyOrigin } from './trust.ts'

/** A part on its way out of a file. What of its content is left unread is read when the next is asked for. */
export interface ReadPart {
  head: PartHead
  content: AsyncIterable<Buffer>
}

/** A backup of which every byte is as it was sealed, by whom we believe, and which holds what it may. */
export interface VerifiedBackup extends BackupContent {
  digest: string
  origin: Origin
}

/** Reads all of a backup. Refused unless it is one to restore from. */
export async function verifyBackup(source: BackupSource, trust: Trust): Promise<VerifiedBackup> {
  const { digest, origin } = await verifySeal(source, trust)
  const content = startContent(source.name, { isEarlier: origin.fingerprint === null })
  for await (const { head, content: bytes } of readParts(source, digest)) {
    const measure = startMeasure()
    for await (const chunk of bytes) measure.add(chunk)
    content.add(head, measure.result())
  }
  return { ...content.result(), digest, origin }
}

/**
 * The parts in the order in which they were written. A content that is not as it was written is an error,
 * and so is, at the end, a whole that is not the one which was verified.
 */
export async function* readParts(source: BackupSource, digest: string): AsyncGenerator<ReadPart> {
  const { name } = source
  const packed = Readable.from(readVerified(source, digest), { objectMode: false })
  const unpacked = createZstdDecompress()
  packed.once('error', (error) => unpacked.destroy(error))
  const frames = readFrames(name, packed.pipe(unpacked))
  try {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind !== 'H') throw damaged(name)
      const content = readContent(name, frames)
      yield { head: parse(name, partHead, next.value.content), content }
      for await (const _ of content); // what nobody wanted
    }
  } finally {
    packed.destroy()
  }
}

async function* readContent(name: string, frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  const measure = startMeasure()
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    const { kind, content } = next.value
    if (kind === 'D') {
      measure.add(content)
      yield content
      continue
    }
    if (kind === 'T' && isTailOf(measure, parse(name, partTail, content))) return
    break
  }
  throw damaged(name)
}

function isTailOf(measure: Measure, written: unknown): boolean {
  return JSON.stringify(written) === JSON.stringify(measure.result())
}

interface Frame {
  kind: string
  content: Buffer
}

async function* readFrames(name: string, unpacked: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  try {
    yield* cutFrames(name, unpacked)
  } catch (error) {
    const isUnpackable =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z')
    throw isUnpackable ? damaged(name) : error
  }
}

async function* cutFrames(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= frameHeadSizeInBytes) {
      const length = rest.readUInt32BE(at + 1)
      if (length > contentOfFrameInBytes) throw damaged(name)
      const end = at + frameHeadSizeInBytes + length
      if (rest.length < end) break
      yield {
        kind: rest.toString('latin1', at, at + 1),
        content: rest.subarray(at + frameHeadSizeInBytes, end),
      }
      at = end
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw damaged(name)
}

/** Reads all bytes, and refuses them unless they are those that were sealed, by whom we believe. */
export async function verifySeal(
  source: BackupSource,
  trust: Trust,
): Promise<{ digest: string; origin: Origin }> {
  const { name } = source
  const ending: Ending = {}
  for await (const _ of readSealed(source, ending));
  const { digest, seal: text = '', isSigned, isKeyed = false } = ending
  if (digest === undefined) throw damaged(name)
  if (!isSigned) {
    if (text !== `\nsha256 ${digest.toString('hex')}\n`) throw damaged(name)
    return { digest: digest.toString('hex'), origin: verifyOrigin(name, null, { trust, isKeyed }) }
  }
  const seal = await checkSeal(text, digest, trust.key)
  if (seal === null) throw damaged(name)
  const origin = verifyOrigin(name, seal, { trust, isKeyed: isKeyed || seal.isKeyed })
  return { digest: digest.toString('hex'), origin }
}

async function* readVerified(source: BackupSource, digest: string): AsyncGenerator<Buffer> {
  const ending: Ending = {}
  yield* readSealed(source, ending)
  if (ending.digest?.toString('hex') !== digest) throw damaged(source.name)
}

/** What is known of a backup once all of it was read. */
interface Ending {
  /** Of all that stands before the seal. */
  digest?: Buffer
  seal?: string
  /** False: of a version that put a checksum there. */
  isSigned?: boolean
  /** Whether it was encrypted under our key. */
  isKeyed?: boolean
}

/** What stands between the first line and the seal. */
async function* readSealed({ name, read }: BackupSource, ending: Ending): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let keptBackInBytes: number | undefined
  for await (const chunk of read(() => (ending.isKeyed = true))) {
    rest = Buffer.concat([rest, chunk])
    if (keptBackInBytes === undefined) {
      if (rest.length < firstLine.length) continue
      ending.isSigned = isSigned(name, rest)
      // Whatever comes last is the seal, so as much as that is kept back.
      keptBackInBytes = ending.isSigned ? sealSizeInBytes : checksumSizeInBytes
      whole.update(rest.subarray(0, firstLine.length))
      rest = rest.subarray(firstLine.length)
    }
    const end = rest.length - keptBackInBytes
    if (end <= 0) continue
    whole.update(rest.subarray(0, end))
    yield rest.subarray(0, end)
    rest = rest.subarray(end)
  }
  if (keptBackInBytes === undefined) isSigned(name, rest)
  ending.digest = whole.digest()
  ending.seal = rest.toString('latin1')
}

/** Of what version a backup is that begins like this. */
function isSigned(name: string, start: Buffer): boolean {
  const line = start.toString('latin1', 0, firstLine.length)
  if (line === firstLine || line === olderFirstLine) return line === firstLine
  throw new BackupError(
    line.startsWith('academy-backup ')
      ? `${name} was made by a newer version of the academy: restore it with that version.`
      : `${name} is not a backup of an academy.`,
  )
}

function parse<Value>(
  name: string,
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  content: Buffer,
): Value {
  const parsed = schema.safeParse(readJson(name, content))
  if (!parsed.success) throw damaged(name)
  return parsed.data
}

function readJson(name: string, content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    throw damaged(name)
  }
}

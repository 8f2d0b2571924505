import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import type { BackupSource } from './backup-source.ts'
import {
  type AcademyHead,
  contentOfFrameInBytes,
  firstLine,
  frameHeadSizeInBytes,
  type PartHead,
  type PartTail,
  partHead,
  partTail,
  sealPattern,
  sealSizeInBytes,
} from './format.ts'
import { startMeasure } from './measure.ts'

/** A part on its way out of a file. What of its content is left unread is read when the next is asked for. */
export interface ReadPart {
  head: PartHead
  content: AsyncIterable<Buffer>
}

/** What a backup holds, by what was measured when it was written and again now. */
export interface BackupContent {
  academy: AcademyHead
  /** By name. */
  tables: Map<string, PartTail>
  /** Paths below DATA_DIR. */
  files: string[]
}

/** Reads all of a backup. Refused unless every byte of it is as it was written. */
export async function verifyBackup(source: BackupSource): Promise<BackupContent> {
  await verifySeal(source)
  const tables = new Map<string, PartTail>()
  const files: string[] = []
  let academy: AcademyHead | undefined
  let isWhole = false
  for await (const { head, tail } of readMeasured(source)) {
    if (head.kind === 'academy') academy = head
    if (head.kind === 'table') tables.set(head.name, tail)
    if (head.kind === 'file') files.push(head.path)
    isWhole = head.kind === 'end'
  }
  if (academy === undefined || !isWhole) throw damaged(source.name)
  return { academy, tables, files }
}

/** The parts in the order in which they were written. A content that is not as it was written is an error. */
export async function* readParts(source: BackupSource): AsyncGenerator<ReadPart> {
  const { name } = source
  const packed = Readable.from(readSealed(source), { objectMode: false })
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

async function* readMeasured(
  source: BackupSource,
): AsyncGenerator<{ head: PartHead; tail: PartTail }> {
  for await (const { head, content } of readParts(source)) {
    const measure = startMeasure()
    for await (const chunk of content) measure.add(chunk)
    yield { head, tail: measure.result() }
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
    const written = kind === 'T' ? parse(name, partTail, content) : null
    if (JSON.stringify(written) === JSON.stringify(measure.result())) return
    break
  }
  throw damaged(name)
}

interface Frame {
  kind: string
  content: Buffer
}

async function* readFrames(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
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

/** Reads all bytes, and refuses them unless they are those that were sealed. */
export async function verifySeal(source: BackupSource): Promise<void> {
  const whole = createHash('sha256').update(firstLine)
  let seal = ''
  for await (const chunk of readSealed(source, (found) => (seal = found))) whole.update(chunk)
  if (!sealPattern.test(seal)) throw damaged(source.name)
  if (seal !== `\nsha256 ${whole.digest('hex')}\n`) throw damaged(source.name)
}

/** What stands between the first line and the seal. */
async function* readSealed(
  { name, read }: BackupSource,
  onSeal?: (seal: string) => void,
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let isBehindFirstLine = false
  for await (const chunk of read()) {
    rest = Buffer.concat([rest, chunk])
    if (!isBehindFirstLine) {
      if (rest.length < firstLine.length) continue
      refuseOther(name, rest)
      rest = rest.subarray(firstLine.length)
      isBehindFirstLine = true
    }
    // Whatever comes last is the seal, so as much as that is kept back.
    const end = rest.length - sealSizeInBytes
    if (end <= 0) continue
    yield rest.subarray(0, end)
    rest = rest.subarray(end)
  }
  if (!isBehindFirstLine) refuseOther(name, rest)
  onSeal?.(rest.toString('latin1'))
}

function refuseOther(name: string, start: Buffer): void {
  const line = start.toString('latin1', 0, firstLine.length)
  if (line === firstLine) return
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
  const parsed = schema.safeParse(JSON.parse(content.toString()))
  if (!parsed.success) throw damaged(name)
  return parsed.data
}

function damaged(name: string): BackupError {
  return new BackupError(`${name} is damaged or not whole: nothing was restored from it.`)
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'
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
export async function verifyBackupFile(path: string): Promise<BackupContent> {
  await verifySeal(path)
  const tables = new Map<string, PartTail>()
  const files: string[] = []
  let academy: AcademyHead | undefined
  let isWhole = false
  for await (const { head, tail } of readMeasured(path)) {
    if (head.kind === 'academy') academy = head
    if (head.kind === 'table') tables.set(head.name, tail)
    if (head.kind === 'file') files.push(head.path)
    isWhole = head.kind === 'end'
  }
  if (academy === undefined || !isWhole) throw damaged(path)
  return { academy, tables, files }
}

/** The parts in the order in which they were written. A content that is not as it was written is an error. */
export async function* readParts(path: string): AsyncGenerator<ReadPart> {
  const { size } = await statBackup(path)
  const packed = createReadStream(path, {
    start: firstLine.length,
    end: size - sealSizeInBytes - 1,
  })
  const unpacked = createZstdDecompress()
  packed.once('error', (error) => unpacked.destroy(error))
  const frames = readFrames(path, packed.pipe(unpacked))
  try {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind !== 'H') throw damaged(path)
      const content = readContent(path, frames)
      yield { head: parse(path, partHead, next.value.content), content }
      for await (const _ of content); // what nobody wanted
    }
  } finally {
    packed.destroy()
  }
}

async function* readMeasured(path: string): AsyncGenerator<{ head: PartHead; tail: PartTail }> {
  for await (const { head, content } of readParts(path)) {
    const measure = startMeasure()
    for await (const chunk of content) measure.add(chunk)
    yield { head, tail: measure.result() }
  }
}

async function* readContent(path: string, frames: AsyncGenerator<Frame>): AsyncGenerator<Buffer> {
  const measure = startMeasure()
  for (let next = await frames.next(); !next.done; next = await frames.next()) {
    const { kind, content } = next.value
    if (kind === 'D') {
      measure.add(content)
      yield content
      continue
    }
    const written = kind === 'T' ? parse(path, partTail, content) : null
    if (JSON.stringify(written) === JSON.stringify(measure.result())) return
    break
  }
  throw damaged(path)
}

interface Frame {
  kind: string
  content: Buffer
}

async function* readFrames(path: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= frameHeadSizeInBytes) {
      const length = rest.readUInt32BE(at + 1)
      if (length > contentOfFrameInBytes) throw damaged(path)
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
  if (rest.length > 0) throw damaged(path)
}

async function verifySeal(path: string): Promise<void> {
  const { size, start, seal } = await statBackup(path)
  if (start !== firstLine) {
    const isNewer = start.startsWith('academy-backup ')
    throw new BackupError(
      isNewer
        ? `${path} was made by a newer version of the academy: restore it with that version.`
        : `${path} is not a backup of an academy.`,
    )
  }
  if (!sealPattern.test(seal)) throw damaged(path)
  const whole = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - sealSizeInBytes - 1 })) {
    whole.update(chunk)
  }
  if (seal !== `\nsha256 ${whole.digest('hex')}\n`) throw damaged(path)
}

async function statBackup(path: string) {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `There is no ${path}.`
        : `${path} cannot be read: ${error.message}.`,
      { cause: error },
    )
  })
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new BackupError(`${path} is not a file.`)
    const start = Buffer.alloc(firstLine.length)
    const seal = Buffer.alloc(sealSizeInBytes)
    await file.read(start, 0, start.length, 0)
    await file.read(seal, 0, seal.length, Math.max(0, stat.size - seal.length))
    const isLongEnough = stat.size > start.length + seal.length
    return {
      size: stat.size,
      start: start.toString('latin1'),
      seal: isLongEnough ? seal.toString('latin1') : '',
    }
  } finally {
    await file.close()
  }
}

function parse<Value>(
  path: string,
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  content: Buffer,
): Value {
  const parsed = schema.safeParse(JSON.parse(content.toString()))
  if (!parsed.success) throw damaged(path)
  return parsed.data
}

function damaged(path: string): BackupError {
  return new BackupError(`${path} is damaged or not whole: nothing was restored from it.`)
}

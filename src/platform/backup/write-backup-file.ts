import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { contentOfFrameInBytes, firstLine, frameHeadSizeInBytes, type PartHead } from './format.ts'
import { startMeasure } from './measure.ts'
import { makeSeal, type SealKeys } from './seal.ts'

/** One part of a backup; its content is read while it is written. */
export interface Part {
  head: PartHead
  content?: AsyncIterable<Buffer>
}

/** Writes a whole backup through to the disk, readable by its owner only: it holds secrets. */
export async function writeBackupFile(
  path: string,
  parts: AsyncIterable<Part>,
  keys: SealKeys,
): Promise<void> {
  await pipeline(
    encode(parts),
    createZstdCompress(),
    (chunks: AsyncIterable<Buffer>) => seal(chunks, keys),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
}

/** Gives a finished file its name, and sees to it that it keeps that name when the power goes. */
export async function publishFile(unfinished: string, path: string): Promise<void> {
  await rename(unfinished, path)
  const folder = await open(dirname(path))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
}

async function* encode(parts: AsyncIterable<Part>): AsyncGenerator<Buffer> {
  for await (const { head, content } of parts) {
    yield frame('H', Buffer.from(JSON.stringify(head)))
    const measure = startMeasure()
    for await (const chunk of content ?? []) {
      measure.add(chunk)
      for (let at = 0; at < chunk.length; at += contentOfFrameInBytes) {
        yield frame('D', chunk.subarray(at, at + contentOfFrameInBytes))
      }
    }
    yield frame('T', Buffer.from(JSON.stringify(measure.result())))
  }
}

function frame(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(frameHeadSizeInBytes)
  head.write(kind)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

async function* seal(chunks: AsyncIterable<Buffer>, keys: SealKeys): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const start = Buffer.from(firstLine)
  whole.update(start)
  yield start
  for await (const chunk of chunks) {
    whole.update(chunk)
    yield chunk
  }
  yield Buffer.from(await makeSeal(whole.digest(), keys))
}

import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireMediaKey } from './media-key.ts'
import type { ByteRange, MediaStore } from './media-store.ts'

const unknownType = 'application/octet-stream'

/** As `replace` names what it writes, of a file or of its type. */
const partialName = /^\.(?<key>.+)\.[0-9a-f-]{36}\.part$/
const typeName = /^\.(?<key>.+)\.type$/

/** Files of this machine; a file's type lies beside it under a name that no key can have. */
export function keepInFolder(folder: string, { mode = 0o666 } = {}): MediaStore {
  const namesIn = async () =>
    (await unlessMissing(readdir(folder, { withFileTypes: true })))
      ?.filter((entry) => entry.isFile())
      .map(({ name }) => name) ?? []
  const pathOf = (key: string) => join(folder, requireMediaKey(key))
  const write = async (key: string, fill: Fill, { type }: { type: string }): Promise<void> => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await replace(path, fill, () => replace(typePath(path), fillWith(Buffer.from(type), mode)))
  }
  return {
    write: (key, content, about) => write(key, fillWith(content, mode), about),
    writeFrom: (source, key, about) => write(key, (path) => linkOrCopy(source, path, mode), about),
    pathOf,
    read: async (key, range) => {
      const path = pathOf(key)
      const file = await unlessMissing(open(path))
      if (!file) return null
      try {
        const { size } = await file.stat()
        const type = await unlessMissing(readFile(typePath(path), 'utf8'))
        const stream = file.createReadStream(boundsOf(range, size))
        return { stream, sizeInBytes: size, type: type ?? unknownType }
      } catch (error) {
        await file.close()
        throw error
      }
    },
    sizeOf: async (key) => (await unlessMissing(stat(pathOf(key))))?.size ?? null,
    remove: async (key) => {
      const path = pathOf(key)
      await rm(path, { force: true })
      await rm(typePath(path), { force: true })
      for (const part of await listParts(path)) await rm(part, { force: true })
    },
    list: async (prefix) => {
      const start = requireMediaKey(prefix)
      return (await namesIn()).filter((name) => name.startsWith(start))
    },
    removeUnfinished: async (prefix) => {
      const start = requireMediaKey(prefix)
      const names = await namesIn()
      const keyOf = (name: string, form: RegExp) => form.exec(name)?.groups?.['key']
      const unfinished = names.filter((name) => {
        const partOf = keyOf(name, partialName)
        if (partOf !== undefined) return (keyOf(partOf, typeName) ?? partOf).startsWith(start)
        const typeOf = keyOf(name, typeName)
        return typeOf?.startsWith(start) === true && !names.includes(typeOf)
      })
      await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })))
    },
    linkFor: async () => null,
  }
}

function typePath(path: string): string {
  return join(dirname(path), `.${basename(path)}.type`)
}

/** What processes left that died while they wrote this file. */
async function listParts(path: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(dirname(path)))) ?? []
  return names
    .filter((name) => name.startsWith(`.${basename(path)}.`) && name.endsWith('.part'))
    .map((name) => join(dirname(path), name))
}

function boundsOf(range: ByteRange | undefined, sizeInBytes: number) {
  if (!range) return {}
  if (range.from >= sizeInBytes) throw new RangeError('The range begins behind the end of the file')
  return { start: range.from, ...(range.to !== undefined && { end: range.to }) }
}

/** Makes the file of this path, which is not there yet, and sees to it that it is on the disk. */
type Fill = (path: string) => Promise<void>

function fillWith(content: Readable | Buffer, mode: number): Fill {
  return async (path) => {
    const file = await open(path, 'wx', mode)
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      file.createWriteStream({ flush: true }),
    )
  }
}

/** On the same disk a film of many gigabytes takes no second place. */
async function linkOrCopy(source: string, path: string, mode: number): Promise<void> {
  try {
    await link(source, path)
  } catch {
    const file = await open(source)
    return fillWith(file.createReadStream(), mode)(path)
  }
  await flush(path)
}

/** Written beside and renamed: readers and a cut of the power see the old file or the new one. */
async function replace(
  path: string,
  fill: Fill,
  beforeRename?: () => Promise<void>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    await fill(temporary)
    await beforeRename?.()
    await rename(temporary, path)
    await flush(dirname(path))
  } finally {
    // Still there also where both are links of one file.
    await rm(temporary, { force: true })
  }
}

async function flush(path: string): Promise<void> {
  const opened = await open(path)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | null> {
  return found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
}

import { open } from 'node:fs/promises'
import { BackupError } from './backup-error.ts'
import { decryptBackup, encryptedFirstLine } from './encrypt-backup.ts'

/** Where a backup is read from, as often as it takes, each time from its first byte to its last. */
export interface BackupSource {
  /** Named to people when something is wrong with it. */
  name: string
  read: (onKeyed?: OnKeyed) => AsyncIterable<Buffer>
}

/** Called before the first byte, if no byte can come that was not written by who had BACKUP_KEY. */
type OnKeyed = () => void

/** A backup that lies in a file of this machine. */
export function fileSource(path: string): BackupSource {
  return { name: path, read: () => readFile(path) }
}

/** The same backup as it was before it was encrypted. One that is not encrypted stays as it is. */
export function decrypted(source: BackupSource, key: string | undefined): BackupSource {
  return { name: source.name, read: (onKeyed) => readDecrypted(source, key, onKeyed) }
}

async function* readFile(path: string): AsyncGenerator<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `There is no ${path}.`
        : `${path} cannot be read: ${error.message}.`,
      { cause: error },
    )
  })
  try {
    if (!(await file.stat()).isFile()) throw new BackupError(`${path} is not a file.`)
    const stream: AsyncIterable<Buffer> = file.createReadStream({
      autoClose: false,
      highWaterMark: 256 * 1024,
    })
    yield* stream
  } finally {
    await file.close()
  }
}

async function* readDecrypted(
  { name, read }: BackupSource,
  key: string | undefined,
  onKeyed: OnKeyed | undefined,
): AsyncGenerator<Buffer> {
  const chunks = read()[Symbol.asyncIterator]()
  try {
    const start = await takeAtLeast(chunks, encryptedFirstLine.length)
    const rest = startWith(start, chunks)
    if (!start.toString('latin1').startsWith(encryptedFirstLine)) return yield* rest
    if (key === undefined) {
      throw new BackupError(`${name} is encrypted: set BACKUP_KEY to the key it was made with.`)
    }
    onKeyed?.()
    yield* decryptBackup(name, rest, key)
  } finally {
    await chunks.return?.()
  }
}

async function takeAtLeast(chunks: AsyncIterator<Buffer>, sizeInBytes: number): Promise<Buffer> {
  let taken: Buffer = Buffer.alloc(0)
  while (taken.length < sizeInBytes) {
    const next = await chunks.next()
    if (next.done) break
    taken = Buffer.concat([taken, next.value])
  }
  return taken
}

async function* startWith(start: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield start
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupSource } from '../../src/platform/backup/backup-source.ts'
import {
  type AcademyHead,
  firstLine,
  olderFirstLine,
  type Table,
} from '../../src/platform/backup/format.ts'
import { type SealKeys, sealSizeInBytes } from '../../src/platform/backup/seal.ts'
import { type Part, writeBackupFile } from '../../src/platform/backup/write-backup-file.ts'

export function academyWith(tables: Table[]): AcademyHead {
  return {
    kind: 'academy',
    made_at: '2026-11-22T00:00:00.000Z',
    postgres: '18.4',
    migrations: ['0001-accounts.sql'],
    tables,
    sequences: [],
  }
}

export function newKeys(secret?: string): SealKeys {
  return { signingKey: generateKeyPairSync('ed25519').privateKey, secret }
}

/** A whole file of these parts, well sealed, whatever they are. */
export async function sealParts(parts: Iterable<Part>, keys = newKeys()): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-backup-file-'))
  try {
    await writeBackupFile(join(folder, 'it'), toStream(parts), keys)
    return await readFile(join(folder, 'it'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The same as a version wrote it that ended backups with a checksum. */
export function asEarlierVersion(whole: Buffer): Buffer {
  const body = whole.subarray(firstLine.length, -sealSizeInBytes)
  const content = Buffer.concat([Buffer.from(olderFirstLine), body])
  const checksum = createHash('sha256').update(content).digest('hex')
  return Buffer.concat([content, Buffer.from(`\nsha256 ${checksum}\n`)])
}

export function sourceOf(content: Buffer, pieceInBytes = 50_000): BackupSource {
  return { name: 'a.backup', read: () => inPieces(content, pieceInBytes) }
}

export async function* inPieces(content: Buffer, sizeInBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += sizeInBytes) {
    yield content.subarray(at, at + sizeInBytes)
  }
}

export async function* toStream<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}

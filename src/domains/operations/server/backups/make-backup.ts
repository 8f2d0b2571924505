import { chmod, mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inArray, not } from 'drizzle-orm'
import { backUp } from '../../../../platform/backup/back-up.ts'
import { BackupError, damaged } from '../../../../platform/backup/backup-error.ts'
import { decrypted, fileSource } from '../../../../platform/backup/backup-source.ts'
import { chooseBackupsToRemove } from '../../../../platform/backup/choose-backups-to-keep.ts'
import { encryptBackup, encryptedSizeInBytes } from '../../../../platform/backup/encrypt-backup.ts'
import { verifySeal } from '../../../../platform/backup/read-backup-file.ts'
import { backupSchedule, backups } from '../tables.ts'
import { nameBackup, namePrefix, readBackupName } from './backup-names.ts'
import { recordSchedule } from './backup-state.ts'
import type { BackupDependencies } from './dependencies.ts'
import { storeSource } from './store-source.ts'
import { clearWorkFolder, workFolder } from './work-folder.ts'

/**
 * Backs up as `npm run backup` does, to a file of this machine; puts that into the store, encrypted if
 * there is a key; reads it there from its first byte to its last. Only then it counts, and older ones
 * go by the rule.
 */
export async function makeBackup(deps: BackupDependencies): Promise<void> {
  const { db, store, key: secret } = deps
  await clearWorkFolder(deps)
  await store.removeUnfinished(namePrefix(deps.academyId))
  await removeUnread(deps)
  const path = join(workFolder(deps), 'academy.backup')
  await mkdir(workFolder(deps), { recursive: true })
  await chmod(workFolder(deps), 0o711) // the database of a trial lies below it
  const { databaseUrl, dataDir } = deps
  const { academy, digest } = await backUp({ databaseUrl, dataDir, path, key: secret })
  const madeAt = new Date(academy.made_at)
  const isEncrypted = secret !== undefined
  const key = nameBackup(deps.academyId, { madeAt, isEncrypted })
  try {
    await recordSchedule(db, { unreadKey: key })
    await putIntoStore(deps, { path, key })
    const arrived = await verifySeal(decrypted(storeSource(store, key), secret), { key: secret })
    if (arrived.digest !== digest) throw damaged(key)
    const sizeInBytes = await store.sizeOf(key)
    if (sizeInBytes === null) throw new BackupError(`The backup ${key} is gone from the store.`)
    await db.transaction(async (db) => {
      await db.insert(backups).values({ key, madeAt, sizeInBytes, isEncrypted })
      await recordSchedule(db, { unreadKey: null })
    })
  } catch (error) {
    await store.remove(key).catch(() => undefined) // what failed before tells more
    throw error
  } finally {
    await clearWorkFolder(deps)
  }
  await removeOlder(deps, { key, madeAt })
}

async function putIntoStore(
  { store, key: secret }: BackupDependencies,
  { path, key }: { path: string; key: string },
): Promise<void> {
  const about = { type: 'application/octet-stream' }
  if (secret === undefined) return store.writeFrom(path, key, about)
  const encrypted = encryptBackup(fileSource(path).read(), secret)
  const sizeInBytes = encryptedSizeInBytes((await stat(path)).size)
  const content = Readable.from(encrypted, { objectMode: false })
  await store.write(key, content, { ...about, sizeInBytes })
}

/**
 * What the store has decides, not the rows: an academy that was restored knows nothing of what was
 * backed up later. What was made just now was read there, though a store may list it late.
 */
async function removeOlder(
  { db, store, academyId }: BackupDependencies,
  madeJustNow: { key: string; madeAt: Date },
): Promise<void> {
  const there = (await store.list(namePrefix(academyId))).flatMap((key) => {
    const madeAt = readBackupName(academyId, key)
    return madeAt === null ? [] : [{ key, madeAt }]
  })
  const removed = new Set(chooseBackupsToRemove(there, madeJustNow.madeAt).map(({ key }) => key))
  for (const key of removed) await store.remove(key)
  const kept = there.flatMap(({ key }) => (removed.has(key) ? [] : [key]))
  await db.delete(backups).where(not(inArray(backups.key, [...kept, madeJustNow.key])))
}

/** One that was put into the store by who was killed before it was read again there. */
async function removeUnread({ db, store }: BackupDependencies): Promise<void> {
  const [schedule] = await db.select({ key: backupSchedule.unreadKey }).from(backupSchedule)
  const key = schedule?.key ?? null
  if (key === null) return
  await store.remove(key)
  await recordSchedule(db, { unreadKey: null })
}

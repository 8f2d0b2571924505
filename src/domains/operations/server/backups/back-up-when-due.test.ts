import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startS3StandIn } from '../../../../../tests/support/s3-stand-in.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { openDatabaseAgain } from '../../../../../tests/support/test-database.ts'
import { decrypted, fileSource } from '../../../../platform/backup/backup-source.ts'
import { verifyBackup } from '../../../../platform/backup/read-backup-file.ts'
import { academyMigrations } from '../../../../platform/database/migrate.ts'
import { createNamedLocks } from '../../../../platform/database/named-locks.ts'
import { keepInFolder } from '../../../../platform/media/keep-in-folder.ts'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import { openMediaStore } from '../../../../platform/media/open-media-store.ts'
import { alarms } from '../../../checkout/server/tables.ts'
import { backupSchedule, backups } from '../tables.ts'
import { backUpWhenDue } from './back-up-when-due.ts'
import { nameBackup } from './backup-names.ts'
import { readBackupState, requestBackup } from './backup-state.ts'
import type { BackupDependencies } from './dependencies.ts'
import { hourInMs } from './evaluate-backups.ts'
import { watchBackups } from './watch-backups.ts'

const server = await startTestServer({ env: { BACKUP_URL: 'file:///nowhere/backups' } })
server.allowErrors()
const { db } = server
const standIn = await startS3StandIn()
const root = await mkdtemp(join(tmpdir(), 'academy-nightly-'))
const key = 'a key for nobody but us'
let folder = ''
let count = 0

beforeEach(async () => {
  await db.delete(backups)
  await server.owner.db.delete(backupSchedule)
  folder = join(root, String((count += 1)))
  await mkdir(folder)
})
afterAll(async () => {
  await standIn.close()
  await server.close()
  await rm(root, { recursive: true, force: true })
})

describe('the backup of the night', () => {
  test('is known though the store lists it late', async () => {
    const deps = dependencies({ key })
    const earlier = { madeAt: new Date(Date.now() - 48 * hourInMs), isEncrypted: true }
    await writeFile(join(folder, nameBackup('ours', earlier)), 'of another day')
    const { store } = deps
    const list = async (prefix: string) => (await store.list(prefix)).sort().slice(0, 1)

    await backUpWhenDue({ ...deps, store: { ...store, list } })

    const newest = await db.$count(backups, gt(backups.madeAt, sql`now() - interval '1 day'`))
    expect(newest).toBe(1)
  })

  test('lies encrypted in the folder, was brought back once, and is not made twice', async () => {
    const deps = dependencies({ key })
    await mkdir(join(deps.dataDir, 'media'), { recursive: true })
    await writeFile(join(deps.dataDir, 'media', 'notes.pdf'), '%PDF')

    await backUpWhenDue(deps)
    await backUpWhenDue(deps)

    const [row, ...others] = await db.select().from(backups)
    expect(others).toEqual([])
    expect(row).toMatchObject({ isEncrypted: true })
    expect((await db.select().from(backupSchedule))[0]?.restoredAt).toBeInstanceOf(Date)
    const path = join(folder, row!.key)
    expect((await stat(path)).mode & 0o077).toBe(0)
    const content = await verifyBackup(decrypted(fileSource(path), key), { key })
    expect(content.files).toContain('media/notes.pdf')
    expect(content.files.filter((file) => file.startsWith('backup-work'))).toEqual([])
    await expect(verifyBackup(decrypted(fileSource(path), undefined), {})).rejects.toThrow(
      'is encrypted: set BACKUP_KEY',
    )
    expect(await readdir(deps.dataDir)).not.toContain('backup-work')
  })

  test('is not made again while the week has its trial, unless somebody asks', async () => {
    await db.insert(backups).values(madeBackup)
    await db.insert(backupSchedule).values({ restoredAt: new Date() })
    await backUpWhenDue(dependencies({}))
    await requestBackup(db)
    await backUpWhenDue(dependencies({}))
    await backUpWhenDue(dependencies({}))

    // The row of before went: what it names is not in the store.
    expect(await db.select().from(backups)).toHaveLength(1)
    expect(await filesIn(folder)).toHaveLength(1)
  })

  test('is made by one of several processes', async () => {
    await skipTrial()
    const other = openDatabaseAgain(server.url)
    const second = { ...dependencies({}), db: other.db, locks: createNamedLocks(other.pool) }

    await Promise.all([backUpWhenDue(dependencies({})), backUpWhenDue(second)])
    await other.close()

    expect(await filesIn(folder)).toHaveLength(1)
  })

  test('is not made again by a process that saw it was due before another made it', async () => {
    await skipTrial()
    const { locks, ...deps } = dependencies({})
    let made: string[] = []
    const hold: typeof locks.hold = async (...asked) => {
      await backUpWhenDue(dependencies({}))
      made = await filesIn(folder)
      return locks.hold(...asked)
    }

    await backUpWhenDue({ ...deps, locks: { hold } })

    expect(made).toHaveLength(1)
    // A second one of the same day would have taken its place.
    expect(await filesIn(folder)).toEqual(made)
  })

  test('that did not arrive as it was written counts for nothing', async () => {
    await skipTrial()
    const store = keepInFolder(folder)
    const damaging: MediaStore = {
      ...store,
      writeFrom: async (path, name, about) => {
        await store.writeFrom(path, name, about)
        const found = await store.read(name)
        const bytes = Buffer.concat(await found!.stream.toArray())
        bytes[bytes.length >> 1]! ^= 1
        await store.write(name, bytes, about)
      },
    }

    await backUpWhenDue({ ...dependencies({}), store: damaging })

    expect(await db.select().from(backups)).toEqual([])
    expect(await filesIn(folder)).toEqual([])
    const [schedule] = await db.select().from(backupSchedule)
    expect(schedule?.failure).toMatch(/is damaged or not whole/)
  })

  test('cleans up after one that was killed', async () => {
    await skipTrial()
    const deps = dependencies({})
    await mkdir(join(deps.dataDir, 'backup-work'), { recursive: true })
    await writeFile(join(deps.dataDir, 'backup-work', 'academy.backup'), 'half')
    const name = nameBackup('ours', { madeAt: new Date(), isEncrypted: false })
    await writeFile(join(folder, `.${name}.${crypto.randomUUID()}.part`), 'half')

    await backUpWhenDue(deps)

    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(await readdir(deps.dataDir)).not.toContain('backup-work')
    expect(await db.select().from(backups)).toHaveLength(1)
  })

  test('that was whole in the store but never read again counts for nothing', async () => {
    await skipTrial()
    const store = keepInFolder(folder)
    const killed = new Error('killed')
    // Who is killed removes nothing.
    const dying: MediaStore = {
      ...store,
      read: () => Promise.reject(killed),
      remove: () => Promise.reject(killed),
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 72 * hourInMs })
    await backUpWhenDue({ ...dependencies({}), store: dying })
    vi.useRealTimers()
    const [left, ...others] = await filesIn(folder)
    expect([left, others]).toEqual([expect.any(String), []])

    await requestBackup(db)
    await backUpWhenDue(dependencies({}))

    const rows = await db.select().from(backups)
    expect(await filesIn(folder)).toEqual(rows.map(({ key }) => key))
    expect(rows[0]?.key).not.toBe(left)
  })

  test('is made and kept though a clock that went wrong has made later ones', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 24 * hourInMs)
    const later = Array.from({ length: 30 }, (_, n) => ({
      ...madeBackup,
      key: nameBackup('ours', { madeAt: inDays(100 + n), isEncrypted: false }),
      madeAt: inDays(100 + n),
    }))
    for (const { key } of later) await writeFile(join(folder, key), 'x')
    await db.insert(backups).values(later)
    const wrong = inDays(129)
    await db.insert(backupSchedule).values({
      askedAt: wrong,
      startedAt: wrong,
      restoredAt: new Date(),
      restoreStartedAt: wrong,
    })
    const isNew = ({ key }: { key: string }) => !later.some((one) => one.key === key)

    await backUpWhenDue(dependencies({}))
    await backUpWhenDue(dependencies({}))

    const made = (await db.select().from(backups)).filter(isNew)
    expect(made).toHaveLength(1)
    expect(await filesIn(folder)).toEqual([...later, ...made].map(({ key }) => key).toSorted())
    expect((await readBackupState(db)).newestKey).toBe(made[0]?.key)
  })

  test('takes away older ones by the rule, and what is not its own stays', async () => {
    await skipTrial()
    const nights = Array.from({ length: 60 }, (_, n) =>
      nameBackup('ours', {
        madeAt: new Date(Date.now() - (n + 2) * 24 * hourInMs),
        isEncrypted: false,
      }),
    )
    const foreign = ['notes.txt', nights[3]!.replace('ours', 'theirs'), 'academy-ours-old.backup']
    for (const name of [...nights, ...foreign]) await writeFile(join(folder, name), 'x')

    await backUpWhenDue(dependencies({}))

    const left = await filesIn(folder)
    expect(left).toEqual(expect.arrayContaining(foreign))
    const ours = left.filter((name) => !foreign.includes(name))
    expect(ours.length).toBeLessThanOrEqual(7 + 4 + 3)
    expect(ours.filter((name) => !nights.includes(name))).toHaveLength(1)
    expect(ours).toEqual(expect.arrayContaining(nights.slice(0, 6)))
  })

  test('goes to an S3 store too', async () => {
    await skipTrial()
    const store = await openMediaStore({
      kind: 's3',
      bucket: 'backups',
      prefix: 'academy/',
      region: 'auto',
      endpoint: standIn.url,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })

    await backUpWhenDue({ ...dependencies({ key }), store })

    const [row] = await db.select().from(backups)
    expect([...standIn.objects.keys()]).toEqual([`/backups/academy/${row?.key}`])
    const found = standIn.objects.get(`/backups/academy/${row?.key}`)!.content
    const source = { name: 'it', read: () => Readable.from([found]) }
    expect((await verifyBackup(decrypted(source, key), { key })).tables.size).toBeGreaterThan(10)
  })
})

test('a backup that is too old is an alarm and a measure, until a new one is there', async () => {
  const now = new Date()
  const open = async () =>
    (await db.select().from(alarms).where(eq(alarms.subject, 'backup age'))).filter(
      ({ resolvedAt }) => resolvedAt === null,
    )
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourInMs)
  const old = { ...madeBackup, madeAt: hoursAgo(49) }
  await db.insert(backups).values(old)
  await db.insert(backupSchedule).values({ restoredAt: hoursAgo(24) })

  await watchBackups(db, { isOn: true, now })
  await watchBackups(db, { isOn: true, now })
  expect(await open()).toMatchObject([
    { message: expect.stringContaining('more than 48 hours ago') },
  ])
  const metrics = await (await server.fetch('/metrics')).text()
  expect(metrics).toMatch(/^academy_backup_age_seconds 1764\d\d/m)
  expect(metrics).toMatch(/^academy_proven_restore_age_seconds 864\d\d/m)

  await db.insert(backups).values({ ...old, key: 'new', madeAt: hoursAgo(1) })
  await watchBackups(db, { isOn: true, now })
  expect(await open()).toEqual([])
})

const madeBackup = { key: 'made', madeAt: new Date(), sizeInBytes: 1, isEncrypted: false }

/** A trial takes seconds; one test is enough. */
async function skipTrial(): Promise<void> {
  await db.insert(backupSchedule).values({ restoredAt: new Date() })
}

async function filesIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => !name.startsWith('.')).toSorted()
}

function dependencies({ key }: { key?: string }): BackupDependencies {
  return {
    db,
    log: server.checkout.log,
    locks: createNamedLocks(server.pool),
    store: keepInFolder(folder, { mode: 0o600 }),
    key,
    atMinute: 180,
    academyId: 'ours',
    databaseUrl: server.ownerUrl,
    dataDir: server.settings.dataDir,
    migrations: academyMigrations.folder,
  }
}

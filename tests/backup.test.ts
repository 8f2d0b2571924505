import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { backUp } from '../src/platform/backup/back-up.ts'
import { BackupError } from '../src/platform/backup/backup-error.ts'
import { fileSource } from '../src/platform/backup/backup-source.ts'
import { listForeignFiles } from '../src/platform/backup/data-files.ts'
import type { PartHead, Table } from '../src/platform/backup/format.ts'
import { readParts, verifyBackup } from '../src/platform/backup/read-backup-file.ts'
import { refuseUnknownMigrations, restore } from '../src/platform/backup/restore.ts'
import type { Part } from '../src/platform/backup/write-backup-file.ts'
import {
  academyMigrations,
  listMigrations,
  type Migrations,
  migrate,
  migrationLock,
} from '../src/platform/database/migrate.ts'
import { withClient } from '../src/platform/database/open-client.ts'
import { sealParts, toStream } from './support/backup-files.ts'
import { buy } from './support/buy.ts'
import { completeCourse, makeCourse, makeLearner, unique } from './support/factories.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'
import { databaseUrl, dropDatabase } from './support/test-database.ts'

const migrations = academyMigrations.folder

let server: TestServer
let folder = ''
const databases: string[] = []

beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  folder = await mkdtemp(join(tmpdir(), 'academy-backup-'))
})
afterEach(async () => {
  for (const name of databases.splice(0)) await dropDatabase(name)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  test('brings back rows, constraints, triggers and counters alike', async () => {
    const course = await makeCourse(server.db, { title: 'रंग और रूप\t"\\' })
    await completeCourse(server.db, await makeLearner(server.db), course)
    await buy(server, await makeLearner(server.db), course)

    const restored = await restoreToNew(await backUpTo('alike', server.ownerUrl))

    expect(await ask(restored, disabledTriggers)).toEqual([])
    await runMigrations(restored, academyMigrations) // as the next start does
    for (const description of [schema, functions, triggers, indexes, counters]) {
      expect(await ask(restored, description)).toEqual(await ask(server.ownerUrl, description))
    }
    await expect(ask(restored, `update order_events set kind = 'x'`)).rejects.toThrow(
      'order_events is append-only',
    )
    await expect(
      ask(restored, `insert into sessions values ('\\x${'00'.repeat(32)}', gen_random_uuid())`),
    ).rejects.toThrow(/violates/)
    await expect(ask(restored, 'delete from courses')).rejects.toThrow(/violates foreign key/)
  })

  test('of an older level is brought to the present one by the next start', async () => {
    const old = await makeDatabase()
    const older = await copyMigrations(-3)
    await runMigrations(old, { folder: older })
    await ask(old, `insert into secrets values ('code', 'old')`)

    const restored = await restoreToNew(await backUpTo('older', old))
    const before = await ask(restored, 'select name from migrations order by name')
    const ran = await runMigrations(restored, academyMigrations)

    const all = await listMigrations(migrations)
    expect(before).toEqual(all.slice(0, -3).map((name) => ({ name })))
    expect(ran.filter((name) => all.includes(name))).toEqual(all.slice(-3))
    for (const description of [schema, functions, triggers]) {
      expect(await ask(restored, description)).toEqual(await ask(server.ownerUrl, description))
    }
    expect(await ask(restored, 'select * from secrets')).toEqual([{ name: 'code', value: 'old' }])
  })

  test('of a newer version is refused', async () => {
    const { academy } = await verifyBackup(fileSource(await backUpTo('newer', server.ownerUrl)), {})

    await expect(refuseUnknownMigrations(academy, await copyMigrations(-1))).rejects.toThrow(
      /made by a newer version of the academy/,
    )
  })

  test('goes into an empty database only', async () => {
    const path = await backUpTo('empty-only', server.ownerUrl)
    const url = await makeDatabase()
    await ask(url, 'create table note (line text)')

    await expect(restoreInto(url, path)).rejects.toThrow('The database is not empty')

    expect(await ask(url, `select tablename from pg_tables where schemaname = 'public'`)).toEqual([
      { tablename: 'note' },
    ])
  })

  test('that goes wrong half-way leaves the database empty', async () => {
    const path = await backUpTo('half-way', server.ownerUrl)
    const content = await verifyBackup(fileSource(path), {})
    const url = await makeDatabase()
    content.tables.set('users', { ...content.tables.get('users')!, rows: 4711 })

    const restored = restore({
      databaseUrl: url,
      dataDir: folder,
      migrations,
      source: fileSource(path),
      content,
    })

    await expect(restored).rejects.toThrow('The table users did not come back')
    expect(await ask(url, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('says what was changed by hand, and leaves out what is not the academy’s', async () => {
    const changed = await makeDatabase()
    await runMigrations(changed, academyMigrations)
    await ask(changed, 'create table "My Notes" (line text)')
    const url = await makeDatabase()

    const { leftOut } = await restoreInto(url, await backUpTo('with-notes', changed))
    expect(leftOut).toEqual(['"My Notes"'])

    await ask(changed, 'alter table users add column shoe_size integer')
    await expect(restoreToNew(await backUpTo('changed', changed))).rejects.toThrow(
      /table users is not as its migrations make it/,
    )
  })

  test('keeps the former file until the new one is proven, and leaves nothing else', async () => {
    const own = join(folder, unique('kept'))
    await mkdir(own)
    const path = join(own, 'academy.backup')
    await writeFile(path, 'the former')
    await writeFile(`${path}.unfinished-999999999`, 'of a backup that was killed')

    const failed = backUp({ databaseUrl: await makeDatabase(), dataDir: own, path })
    await expect(failed).rejects.toThrow(BackupError)
    expect(await readdir(own)).toEqual(['academy.backup'])
    expect(await readFile(path, 'utf8')).toBe('the former')

    await backUp({ databaseUrl: server.ownerUrl, dataDir: join(own, 'none'), path })
    expect(await readdir(own)).toEqual(['academy.backup'])
    await verifyBackup(fileSource(path), {})
  })

  test('waits for a migration without a statement that an index would wait for', async () => {
    const migrating = await server.owner.pool.connect()
    await migrating.query('select pg_advisory_lock($1)', [migrationLock])
    const path = join(folder, unique('waiting'))

    const made = backUp({ databaseUrl: server.ownerUrl, dataDir: join(folder, 'none'), path })
    const waiting = `select from pg_stat_activity where datname = current_database()
      and state = 'idle' and query like 'select pg_try_advisory_lock_shared%'`
    try {
      await vi.waitFor(async () =>
        expect((await server.owner.pool.query(waiting)).rowCount).toBe(1),
      )
    } finally {
      migrating.release(true) // and the lock with it
    }

    await made
    await verifyBackup(fileSource(path), {})
  })

  test('holds the files of DATA_DIR, without the database’s own', async () => {
    const dataDir = join(folder, unique('files'))
    await mkdir(join(dataDir, 'media/films'), { recursive: true })
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18')
    await writeFile(join(dataDir, '.profile'), 'not the academy’s')
    await writeFile(join(dataDir, 'settings.key'), 'the academy’s, and kept apart')
    await writeFile(join(dataDir, 'media/films/फ़िल्म.mp4'), Buffer.alloc(3_000_000, 'film'))
    await writeFile(join(dataDir, 'media/notes.pdf'), 'notes', { mode: 0o755 })
    await writeFile(join(dataDir, 'media/nothing'), '')
    const path = join(folder, 'with-files')
    await backUp({ databaseUrl: server.ownerUrl, dataDir, path })
    const content = await verifyBackup(fileSource(path), {})
    const target = join(folder, unique('target'))

    await restore({
      databaseUrl: await makeDatabase(),
      dataDir: target,
      migrations,
      source: fileSource(path),
      content,
    })

    expect(content.files).toEqual(['media/films/फ़िल्म.mp4', 'media/notes.pdf', 'media/nothing'])
    expect(await readdir(target)).toEqual(['media'])
    expect(await listForeignFiles(dataDir)).toEqual(['.profile'])
    expect((await stat(join(target, 'media/notes.pdf'))).mode & 0o111).toBe(0)
    for (const name of content.files) {
      expect(await readFile(join(target, name))).toEqual(await readFile(join(dataDir, name)))
    }
  })

  test('the key that signs backups is in none of them, and stays the same', async () => {
    const url = await makeDatabase()
    await runMigrations(url, academyMigrations)
    const [one, other] = [await backUpTo('one', url), await backUpTo('other', url)]
    const restored = await restoreToNew(one)

    const { origin, academy } = await verifyBackup(fileSource(one), {})
    expect((await verifyBackup(fileSource(other), {})).origin).toEqual(origin)
    expect(academy.tables.map(({ name }) => name)).not.toContain('backup_signing_key')
    expect(await ask(restored, 'select from backup_signing_key')).toEqual([])
    const after = await verifyBackup(fileSource(await backUpTo('after', restored)), {})
    expect(after.origin.fingerprint).not.toBe(origin.fingerprint)
  })

  test('taken while people buy is of one instant: who paid has the course and the receipt', async () => {
    await fill(server.ownerUrl, 30_000)
    const course = await makeCourse(server.db)
    let isOver = false
    let bought = 0
    const buyers = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        await buy(server, await makeLearner(server.db), course)
        bought += 1
      }
    })
    while (bought < 4) await new Promise((resolve) => setTimeout(resolve, 20))
    let boughtBefore = 0
    let path = ''
    do {
      boughtBefore = bought
      path = await backUpTo('under-load', server.ownerUrl)
    } while (bought === boughtBefore) // nobody was done with it meanwhile
    isOver = true
    await Promise.all(buyers)
    const restored = await restoreToNew(path)

    const [books] = await ask(
      restored,
      `select count(*)::int as completed,
         count(e.learner_id)::int as entitled, count(l.id)::int as granted, count(r.number)::int as receipts,
         count(m.id)::int as mails
       from orders p
       left join entitlements e on e.learner_id = p.learner_id and e.course_id = p.course_id
       left join access_ledger l on l.cause_id = p.id::text and l.change = 'grant'
       left join receipts r on r.order_id = p.id
       left join mails m on m.cause = 'receipt:' || p.id
       where p.status = 'completed'`,
    )
    const { completed } = books as { completed: number }
    expect(completed).toBeGreaterThanOrEqual(boughtBefore)
    expect(completed).toBeLessThan(bought)
    expect(books).toEqual({
      completed,
      entitled: completed,
      granted: completed,
      receipts: completed,
      mails: completed,
    })
    expect(await ask(restored, 'select last_number from receipt_series')).toEqual([
      { last_number: completed },
    ])
  })
})

describe('a backup that somebody rewrote and sealed well', () => {
  const isTable = (head: PartHead) => head.kind === 'table' && head.name === 'users'
  let genuine = ''
  beforeAll(async () => {
    const url = await makeDatabase()
    await runMigrations(url, academyMigrations)
    genuine = await backUpTo('genuine', url)
  })

  /** What would leave a mark if it were run, as part of a list of columns. */
  const markAt = (mark: string) => `id) from program 'touch ${mark}; false' --`

  test.each<[string, (head: PartHead, mark: string) => PartHead[], RegExp]>([
    [
      'other columns of a table',
      (head, mark) => (isTable(head) ? [{ ...head, columns: [markAt(mark)] } as PartHead] : [head]),
      /damaged/,
    ],
    [
      'other columns of a table, in its list of tables too',
      (head, mark) => {
        const change = <One extends Table>(table: One): One =>
          table.name === 'users' ? { ...table, columns: [markAt(mark)] } : table
        if (head.kind === 'academy') return [{ ...head, tables: head.tables.map(change) }]
        return [head.kind === 'table' ? change(head) : head]
      },
      /table users is not as its migrations make it/,
    ],
    [
      'a table whose name is a statement',
      (head, mark) => {
        const table = { name: `users (${markAt(mark)}`, columns: ['id'] }
        if (head.kind === 'academy') return [{ ...head, tables: [...head.tables, table] }]
        return head.kind === 'end' ? [{ kind: 'table', ...table }, head] : [head]
      },
      /^left out: users \(id\) from program/,
    ],
    [
      'a migration from elsewhere',
      (head) =>
        head.kind === 'academy'
          ? [{ ...head, migrations: [...head.migrations, '../evil.sql'] }]
          : [head],
      /made by a newer version/,
    ],
    [
      'fewer migrations than its rows say',
      (head) =>
        head.kind === 'academy' ? [{ ...head, migrations: head.migrations.slice(0, -1) }] : [head],
      /migrations/,
    ],
    [
      'a counter whose name is a statement',
      (head) => {
        const odd = { name: `x'; drop table users; --`, last_value: '1', is_called: true }
        return head.kind === 'academy' ? [{ ...head, sequences: [...head.sequences, odd] }] : [head]
      },
      /^left out: $/,
    ],
    [
      'the settings of a database',
      (head) =>
        head.kind === 'end'
          ? [{ kind: 'file', path: 'postgres/pg_hba.conf', mode: 0o600 }, head]
          : [head],
      /holds postgres\/pg_hba.conf, which no academy backs up/,
    ],
  ])('with %s runs nothing', async (_, change, outcome) => {
    const mark = join(folder, unique('mark'))
    const path = await rewrite(genuine, (head) => change(head, mark))
    const url = await makeDatabase()

    const said = await restoreInto(url, path).then(
      ({ leftOut }) => `left out: ${leftOut.join(', ')}`,
      (error: Error) => error.message,
    )

    expect(said).toMatch(outcome)
    expect(existsSync(mark)).toBe(false)
    const tables = await ask(url, `select from pg_tables where schemaname = 'public'`)
    expect(tables.length > 0).toBe(said.startsWith('left out'))
  })

  /** The same parts with other heads, sealed by a key of somebody's own. */
  async function rewrite(path: string, change: (head: PartHead) => PartHead[]): Promise<string> {
    const { digest } = await verifyBackup(fileSource(path), {})
    const parts: Part[] = []
    for await (const { head, content } of readParts(fileSource(path), digest)) {
      const bytes = await buffer(content)
      const heads = change(head)
      parts.push(
        ...heads.map((one) => ({ head: one, ...(one.kind === head.kind && holding(bytes)) })),
      )
    }
    const rewritten = join(folder, unique('rewritten'))
    await writeFile(rewritten, await sealParts(parts))
    return rewritten
  }
  const holding = (bytes: Buffer) => ({ content: toStream([bytes]) })
})

const schema = `select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as is, convalidated
  from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`
const triggers = `select tgrelid::regclass::text as "table", tgname, tgenabled, pg_get_triggerdef(oid) as is
  from pg_trigger where not tgisinternal order by 1, 2`
const disabledTriggers = `select tgname from pg_trigger where tgenabled = 'D'`
const functions = `select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
  order by 1, 2`
const indexes = `select tablename, indexdef from pg_indexes where schemaname = 'public' order by indexdef`
const counters = `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`

/** Rows that take a backup a moment. */
async function fill(url: string, rows: number): Promise<void> {
  await ask(
    url,
    `insert into mails (id, recipient, subject, text, html)
     select gen_random_uuid(), 'r' || n, 'subject', repeat(md5(n::text), 20), '' from generate_series(1, ${rows}) n`,
  )
}

async function backUpTo(name: string, url: string): Promise<string> {
  const path = join(folder, name)
  await backUp({ databaseUrl: url, dataDir: join(folder, 'no-data'), path })
  return path
}

async function restoreToNew(path: string): Promise<string> {
  const url = await makeDatabase()
  await restoreInto(url, path)
  return url
}

async function restoreInto(url: string, path: string) {
  const content = await verifyBackup(fileSource(path), {})
  return restore({
    databaseUrl: url,
    dataDir: join(folder, 'no-data'),
    migrations,
    source: fileSource(path),
    content,
  })
}

async function makeDatabase(): Promise<string> {
  const name = unique('restored').replace('-', '_')
  databases.push(name)
  await ask(inject('databaseServerUrl'), `create database ${name}`)
  return databaseUrl(inject('databaseServerUrl'), name)
}

/** The migrations of an older version, without the newest few. */
async function copyMigrations(end: number): Promise<URL> {
  const older = join(folder, unique('migrations'))
  await mkdir(older)
  for (const name of (await listMigrations(migrations)).slice(0, end)) {
    await writeFile(join(older, name), await readFile(new URL(name, migrations)))
  }
  return new URL(`file://${older}/`)
}

async function runMigrations(url: string, from: Migrations): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url })
  try {
    return await migrate(pool, from)
  } finally {
    await pool.end()
  }
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const { rows } = await withClient(url, (client) => client.query(text))
  return rows
}

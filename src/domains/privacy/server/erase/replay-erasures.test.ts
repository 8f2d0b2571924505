import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import {
  ask,
  carryOut,
  eraseAccount,
  erasureJobs,
  letTimePass,
  makePerson,
  readErasureState,
  requested,
} from '../../../../../tests/support/erasing.ts'
import { makeAdmin, unique } from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import {
  databaseUrl,
  dropDatabase,
  openDatabaseAgain,
} from '../../../../../tests/support/test-database.ts'
import { findMark, liveWholeLife } from '../../../../../tests/support/whole-life.ts'
import { createMailQueue } from '../../../../integrations/mail/queue-mail.ts'
import { backUp } from '../../../../platform/backup/back-up.ts'
import { fileSource } from '../../../../platform/backup/backup-source.ts'
import { verifyBackup } from '../../../../platform/backup/read-backup-file.ts'
import { restore } from '../../../../platform/backup/restore.ts'
import { academyMigrations, migrate } from '../../../../platform/database/migrate.ts'
import { requestErasure } from '../../contract.ts'
import { readNotes } from './erasure-notes.ts'
import { replayErasures } from './replay-erasures.ts'
import { runErasures } from './run-erasures.ts'

const server = await startTestServer({ razorpay: true })
const owner = await makeAdmin(server.db)
afterAll(() => server.close())

test('a backup from before is brought back without whoever was forgotten since', async () => {
  const mark = 'mrkback'
  const { person } = await liveWholeLife(server, owner, mark)
  const folder = await mkdtemp(join(tmpdir(), 'academy-erasures-'))
  const name = unique('restored').replace('-', '_')
  const path = join(folder, 'backup')
  await backUp({ databaseUrl: server.ownerUrl, dataDir: join(folder, 'none'), path })
  await eraseAccount(server, person)
  const places = { dataDir: server.settings.dataDir, backups: null }
  const notes = await readNotes(places)
  expect(JSON.stringify(notes)).not.toContain(mark)

  await server.owner.pool.query(`create database ${name}`)
  const url = databaseUrl(inject('databaseServerUrl'), name)
  const restored = openDatabaseAgain(url)
  try {
    const content = await verifyBackup(fileSource(path), {})
    await restore({
      databaseUrl: url,
      dataDir: join(folder, 'restored'),
      migrations: academyMigrations.folder,
      source: fileSource(path),
      content,
    })
    await migrate(restored.pool, academyMigrations)
    expect(await findMark(restored, mark)).not.toEqual([])

    const { media, settings } = server
    const deps = { db: restored.db, media, brand: settings.brand }
    expect(await replayErasures(deps, places)).toBeGreaterThanOrEqual(1)

    expect(await findMark(restored, mark)).toEqual([])
    expect(await replayErasures(deps, places)).toBe(0)
  } finally {
    await restored.close()
    await dropDatabase(name)
    await rm(folder, { recursive: true, force: true })
  }
})

test('a start carries out no erasure that waits for its last mail', async () => {
  const person = await makePerson(server)
  await server.as(person)(requestErasure, { body: requested })
  await letTimePass(server, person)
  const { media, settings, checkout, baseUrl } = server
  const sender = { brand: settings.brand, publicUrl: () => baseUrl }
  await runErasures(erasureJobs(server, { queueMail: createMailQueue({ sender, outbox: false }) }))
  const readLast = () =>
    ask<{ sent_at: Date | null }>(
      server,
      `select sent_at from mails where cause =
         (select 'erasure:' || id from erasures where learner_id = $1 and noted_at is not null)`,
      person.id,
    )
  expect(await readLast()).toEqual([{ sent_at: null }])

  const places = { dataDir: settings.dataDir, backups: null }
  const deps = { db: server.owner.db, media, brand: settings.brand }
  expect(await replayErasures(deps, places)).toBe(0)

  expect(await readLast()).toEqual([{ sent_at: null }])
  await ask(
    server,
    'update mails set sent_at = now(), next_attempt_at = null where sent_at is null',
  )
  await carryOut(server, person, erasureJobs(server, { queueMail: checkout.queueMail }))
  expect(await readErasureState(server, person)).toBe('done')
})

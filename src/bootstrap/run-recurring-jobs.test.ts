import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../tests/support/test-database.ts'
import { createLog } from '../platform/logging.ts'
import { readSettings } from '../platform/settings.ts'
import { type Closers, createClosers } from './closers.ts'
import { openServices } from './open-services.ts'
import { runBackupJobs } from './run-backup-jobs.ts'
import { runRecurringJobs } from './run-recurring-jobs.ts'

const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-jobs-'))
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

const openParts = (closers: Closers) =>
  openServices(
    {
      settings: readSettings({ DATA_DIR: dataDir }),
      academy: {
        databaseUrl: database.url,
        port: 0,
        publicUrl: 'https://academy.test',
        keys: { keyId: 'rzp_test_x', keySecret: 'x', webhookSecrets: [] },
        provider: { apiUrl: 'http://127.0.0.1:9', checkoutScript: '/checkout.js' },
        google: null,
      },
      log: createLog('silent'),
      database,
    },
    closers,
  )

const close = async (closers: Closers): Promise<Error[]> => {
  const failures: Error[] = []
  await closers.closeAll((error) => failures.push(error))
  return failures
}

test('who stops leaves alone what another process is backing up', async () => {
  const closers = createClosers()
  await runBackupJobs(await openParts(closers), closers, database.ownerUrl)
  const folder = join(dataDir, 'backup-work')
  await mkdir(folder)
  await writeFile(join(folder, 'academy.backup'), 'half')

  expect(await close(closers)).toEqual([])

  expect(await readdir(folder)).toEqual(['academy.backup'])
})

test('a database that goes away once pages are served does not end the start', async () => {
  const closers = createClosers()
  const parts = await openParts(closers)
  const gone = new Error('the database is gone')
  // Of both, the last overload takes a callback and returns nothing.
  const refuse = (() => Promise.reject(gone)) as () => never
  const asked = [
    vi.spyOn(database.pool, 'query').mockImplementation(refuse),
    vi.spyOn(database.pool, 'connect').mockImplementation(refuse),
  ]

  await runRecurringJobs(parts, closers, database.ownerUrl)

  for (const spy of asked) spy.mockRestore()
  expect(await close(closers)).toEqual([])
})

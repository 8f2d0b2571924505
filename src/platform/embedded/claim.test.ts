import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startFakePostgres } from '../../../tests/support/fake-postgres.ts'
import { claimServer } from './claim.ts'

test('a server that lets in and takes leave in one breath is waited out like any other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy db '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const socket = join(folder, '.s.PGSQL.5432')
  await startFakePostgres({ kind: 'ends' }, socket)
  const place = { dataDir: folder, home: folder, clusterDir: folder, socketDir: folder }

  const claim = await claimServer({ ...place, runAs: null }, () => existsSync(socket))

  expect(claim).toBeNull()
})

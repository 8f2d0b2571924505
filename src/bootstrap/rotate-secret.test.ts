import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Certificate } from 'pkijs'
import { afterAll, expect, test } from 'vitest'
import { quickStart } from '../../tests/support/quick-start.ts'
import { openTestDatabase } from '../../tests/support/test-database.ts'
import { listPublicKeys } from '../domains/certificates/server/badges/badge-keys.ts'
import { listDocumentCertificates } from '../domains/certificates/server/signed-pdf/document-keys.ts'
import { keepSettings } from '../domains/site/server/kept-settings.ts'
import { readSecrets } from '../platform/secrets.ts'

const database = await openTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'academy-rotation-'))
const { db } = database
const kept = { db, env: {}, dataDir }
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

test('one command makes new keys of every kind, under the name that the owner typed', async () => {
  await db.transaction((db) => keepSettings(db, kept, { BRAND_NAME: 'Meera Studio' }))
  const before = await readSecrets(db)

  const { code, output } = await rotate('--all')

  expect(code, output).toBe(0)
  expect(output.match(/^[a-z-]+: /gm)).toHaveLength(8)
  const after = await readSecrets(db)
  expect(after.mediaKey.accepted).toEqual([after.mediaKey.current, before.mediaKey.current])
  expect(await listPublicKeys(db)).toHaveLength(1)
  const [newest] = await listDocumentCertificates(db)
  const { subject } = Certificate.fromBER(Buffer.from(newest?.certificate ?? '', 'base64'))
  expect(subject.typesAndValues[0]?.value.valueBlock.value).toBe('Meera Studio')
})

test('a name that no secret has is told, and nothing is rotated', async () => {
  const before = await readSecrets(db)

  const { code, output } = await rotate('codes', 'cods')

  expect([code, output]).toEqual([1, expect.stringContaining('There is no secret cods')])
  expect(await readSecrets(db)).toEqual(before)
})

async function rotate(...words: string[]): Promise<{ code: number; output: string }> {
  const program = 'src/bootstrap/rotate-secret.ts'
  const child = spawn(process.execPath, [...quickStart, program, ...words], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const code = await new Promise<number>((resolve) => child.once('close', resolve))
  return { code, output }
}

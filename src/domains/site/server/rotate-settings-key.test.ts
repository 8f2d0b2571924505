import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { resealOthers } from '../../../bootstrap/reseal-others.ts'
import { replaceKeyFile } from '../../../platform/seal.ts'
import { sealSecret, unsealSecret } from '../../accounts/server/security/sealing.ts'
import { authenticatorApps } from '../../accounts/server/tables.ts'
import {
  findBadgeKey,
  listPublicKeys,
  makeBadgeKey,
} from '../../certificates/server/badges/badge-keys.ts'
import {
  findDocumentSigner,
  listDocumentCertificates,
} from '../../certificates/server/signed-pdf/document-keys.ts'
import { keepSettings, readKeptSettings } from './kept-settings.ts'
import { rotateSettingsKey } from './rotate-settings-key.ts'
import { siteSettings } from './tables.ts'

const server = await startTestServer()
const other = await startTestServer({ beside: server })
const { db } = server
const { dataDir } = server.settings
afterAll(async () => {
  await other.close()
  await server.close()
})

const deps = { db, env: {}, dataDir }
const rotation = { ...deps, resealOthers }
const quick = { pauseInMs: 500 }
const keep = (value: string, { db } = deps) =>
  db.transaction((db) => keepSettings(db, deps, { SMTP_URL: value }))
const read = async () => (await readKeptSettings(deps))['SMTP_URL']
const keysInFile = async () => (await readFile(join(dataDir, 'settings.key'), 'utf8')).split('\n')

beforeEach(() => db.delete(siteSettings))

test('what was sealed is sealed anew, and the former key opens nothing any more', async () => {
  await keep('smtp://one.test')
  const badgeKey = await findBadgeKey(deps)
  await findDocumentSigner({ ...deps, brand: { name: 'A' } })
  const documents = await listDocumentCertificates(db)
  const { id: userId } = await makeLearner(db)
  const [sealedSecret, pendingSecret] = [
    await sealSecret(deps, userId, 'in use'),
    await sealSecret(deps, userId, 'being set up'),
  ]
  await db
    .insert(authenticatorApps)
    .values({ userId, sealedSecret, pendingSecret, confirmedAt: new Date() })
  const [former = ''] = await keysInFile()
  const [sealed] = await db.select().from(siteSettings)

  expect(await rotateSettingsKey(rotation, quick)).toEqual([])

  expect(await read()).toBe('smtp://one.test')
  expect((await findBadgeKey(deps)).publicKey).toBe(badgeKey.publicKey)
  await findDocumentSigner({ ...deps, brand: { name: 'A' } })
  expect(await listDocumentCertificates(db)).toEqual(documents)
  const [app] = await db.select().from(authenticatorApps)
  expect(await unsealSecret(deps, userId, app?.sealedSecret ?? '')).toBe('in use')
  expect(await unsealSecret(deps, userId, app?.pendingSecret ?? '')).toBe('being set up')
  expect(await unsealSecret(deps, userId, sealedSecret)).toBeNull()
  expect(await keysInFile()).toHaveLength(1)
  expect(await keysInFile()).not.toContain(former)
  const [resealed] = await db.select().from(siteSettings)
  expect(resealed?.value).not.toBe(sealed?.value)
})

test('whatever is sealed and read while it is rotated by several at once can be opened then and later', async () => {
  await keep('smtp://0.test')
  await findBadgeKey(deps)
  let isOver = false
  const failures: unknown[] = []
  const goOn = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 1; !isOver; turn += 1) {
      await work(turn).catch((error: unknown) => failures.push(error))
      await delay(1)
    }
  }
  const before = (await listPublicKeys(db)).length
  let made = 0
  const working = [
    goOn((turn) => keep(`smtp://${turn}.test`)),
    goOn((turn) => keep(`smtp://${turn}.test`, { ...deps, db: other.db })),
    goOn(read),
    goOn(() => findBadgeKey(deps)),
    goOn(async () => {
      made += 1
      await makeBadgeKey({ ...deps, db: other.db })
      await delay(20)
    }),
  ]

  const patient = { pauseInMs: 3_000 } // longer than a process of the database stands still
  for (let turn = 0; turn < 2; turn += 1) {
    await Promise.all([
      rotateSettingsKey(rotation, patient),
      rotateSettingsKey({ ...rotation, db: other.db }, patient),
    ])
  }
  isOver = true
  await Promise.all(working)

  expect(failures).toEqual([])
  expect(await read()).toMatch(/^smtp/)
  // No key was made because none could be opened.
  expect(await listPublicKeys(db)).toHaveLength(before + made)
  expect(await rotateSettingsKey(rotation, quick)).toEqual([])
})

test('what is sealed and not committed yet is waited for', async () => {
  let rotating: Promise<string[]> | undefined
  await db.transaction(async (db) => {
    await keepSettings(db, deps, { SMTP_URL: 'smtp://slow.test' })
    rotating = rotateSettingsKey({ ...rotation, db: other.db }, quick)
    await delay(300)
  })
  await rotating

  expect(await read()).toBe('smtp://slow.test')
})

test('cut short after the new key stands in the file, or before the former one goes, nothing is lost', async () => {
  await keep('smtp://one.test')
  const former = await keysInFile()

  await replaceKeyFile(dataDir, ['a new one', ...former])
  expect(await read()).toBe('smtp://one.test')
  await keep('smtp://two.test')
  await replaceKeyFile(dataDir, ['another new one', 'a new one', ...former])
  expect(await read()).toBe('smtp://two.test')

  await rotateSettingsKey(rotation, quick)
  expect(await read()).toBe('smtp://two.test')
  expect(await keysInFile()).toHaveLength(1)
})

test('what no key opens is told, and keeps the keys that are there', async () => {
  await keep('smtp://one.test')
  const former = await keysInFile()
  await db.update(siteSettings).set({ value: 'changed by hand' })

  expect(await rotateSettingsKey(rotation, quick)).toEqual(['SMTP_URL'])

  expect(await keysInFile()).toEqual([expect.any(String), ...former])
})

test('with SETTINGS_KEY the first of its lines seals, and all of them open', async () => {
  const former = { SETTINGS_KEY: 'the former of the keys' }
  const both = { SETTINGS_KEY: `the newer of the keys\n${former.SETTINGS_KEY}` }
  const newer = { SETTINGS_KEY: 'the newer of the keys' }
  await db.transaction((db) =>
    keepSettings(db, { env: former, dataDir }, { SMTP_URL: 'smtp://one.test' }),
  )
  const readBy = async (env: typeof former) =>
    (await readKeptSettings({ ...deps, env }))['SMTP_URL']

  expect(await readBy(both)).toBe('smtp://one.test')
  await expect(readBy(newer)).rejects.toThrow(/sealed/)
  const others = async () => undefined
  expect(await rotateSettingsKey({ ...deps, env: both, resealOthers: others })).toEqual([])

  expect(await readBy(newer)).toBe('smtp://one.test')
  await expect(readBy(former)).rejects.toThrow(/sealed/)
})

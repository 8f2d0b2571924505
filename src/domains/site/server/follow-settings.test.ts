import { eq } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { listenForChanges } from '../../../platform/database/change-notices.ts'
import type { Log } from '../../../platform/logging.ts'
import { followSecrets } from '../../../platform/secrets.ts'
import { readSettings } from '../../../platform/settings.ts'
import { secrets } from '../../../platform/tables.ts'
import { followSettings } from './follow-settings.ts'
import { readKeptSettings } from './kept-settings.ts'
import { siteSettings } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('what a process could not read when it changed, it reads once it can', async () => {
  let isAway = false
  const mayBeAway = new Proxy(db, {
    get: (from, name) => {
      if (isAway) throw new Error('No connection')
      return Reflect.get(from, name)
    },
  })
  const ignore = () => undefined
  const changes = listenForChanges({ url: server.url, onOwnChange: ignore, onError: ignore })
  onTestFinished(() => changes.close())
  const warn = vi.fn<Log['warn']>()
  const env = {}
  const { dataDir } = server.settings
  const settings = readSettings(await readKeptSettings({ db, env, dataDir }))
  followSettings({ db: mayBeAway, env, dataDir, settings, changes, log: { warn } })
  const keys = await followSecrets(mayBeAway, changes, { warn })
  await vi.waitUntil(() => changes.isHearing())

  isAway = true
  await db.insert(siteSettings).values({ name: 'BRAND_NAME', value: 'Anew', isSealed: false })
  await db.update(secrets).set({ value: 'anew' }).where(eq(secrets.name, 'codeKey'))
  await vi.waitFor(() => {
    for (const what of ['settings', 'secrets'])
      expect(warn).toHaveBeenCalledWith(expect.anything(), `${what} not read`)
  })
  isAway = false

  await vi.waitFor(() =>
    expect([settings.brand.name, keys.codeKey.current]).toEqual(['Anew', 'anew']),
  )
})

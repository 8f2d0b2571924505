import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isNotNull } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launchAcademy } from '../../tests/support/launch-academy.ts'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { requireBuild } from '../../tests/support/require-build.ts'
import { openTestDatabase } from '../../tests/support/test-database.ts'
import { mails } from '../integrations/mail/tables.ts'
import { newId } from '../platform/database/new-id.ts'

const connections = 5

test('a stop of the whole group ends with the mails that are under way, and starts no worker anew', async () => {
  requireBuild()
  const database = await openTestDatabase()
  const { db } = database
  const post = await startMailServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-stopping-'))
  onTestFinished(async () => {
    await post.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  post.pauseInMs = 5_000 // in which the workers, who have heard it too, are gone
  const academy = await launchAcademy(
    {
      WORKERS: '2',
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
      SMTP_URL: post.smtpUrl,
      MAIL_FROM: 'Rang <no-reply@academy.test>',
    },
    { ownGroup: true },
  )
  await db.insert(mails).values(
    Array.from({ length: 80 }, (_, at) => ({
      id: newId(),
      recipient: `reader-${at}@example.test`,
      subject: 'News',
      text: 'Hello',
      html: '',
      nextAttemptAt: new Date(),
    })),
  )
  await vi.waitFor(() => expect(post.asked).not.toEqual([]), { interval: 5 })

  const before = post.asked.length
  process.kill(-academy.pid, 'SIGTERM')

  expect(await academy.ended).toEqual({ code: 0, signal: null })
  expect(academy.output()).not.toMatch(/"level":(?!.*"connection for notices lost")/)
  expect(post.asked.length).toBeLessThanOrEqual(before + connections)
  expect(await db.$count(mails, isNotNull(mails.sentAt))).toBe(post.asked.length)
})

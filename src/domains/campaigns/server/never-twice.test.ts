import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { count, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { quickStart } from '../../../../tests/support/quick-start.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { createMailQueue } from '../../../integrations/mail/queue-mail.ts'
import { mails } from '../../../integrations/mail/tables.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { recordMailConsents } from '../../accounts/server/mail-consents.ts'
import { mailConsents, users } from '../../accounts/server/tables.ts'
import { sendCampaigns } from './send-campaigns.ts'
import { letterRecipients, letterSettings, letters } from './tables.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())
const sender = {
  brand: { name: 'Rang', supportEmail: 'help@academy.test' },
  publicUrl: () => 'https://academy.test',
}
const queueMail = createMailQueue({ sender, outbox: true })
const deps = { db, queueMail, sender, unsubscribeKey: { current: 'key', accepted: ['key'] } }

beforeEach(async () => {
  await db.delete(letters)
  await db.delete(mails)
  await db.delete(mailConsents)
  await db.delete(users)
  await db.update(letterSettings).set({ lettersAMinute: 6000 })
})

/** Who wants news; resolves to their ids by the beginning of their address. */
async function makeReaders(howMany: number): Promise<string[]> {
  const rows = Array.from({ length: howMany }, (_, at) => ({
    id: newId(),
    email: `reader-${at}@example.test`,
    name: `Reader ${at}`,
  }))
  await db.insert(users).values(rows)
  const said = { list: 'news', isGiven: true, saidAt: new Date(), source: 'account' } as const
  await db.insert(mailConsents).values(rows.map(({ id }) => ({ ...said, learnerId: id })))
  return rows.map(({ id }) => id)
}

async function release(): Promise<string> {
  const id = newId()
  const content = { list: 'news', audience: 'everybody', subject: 'News', body: 'Hello' } as const
  const sendAt = sql`now()`
  await db.insert(letters).values({ id, ...content, state: 'scheduled', sendAt })
  return id
}

async function countMails(): Promise<Map<string, number>> {
  const rows = await db
    .select({ to: mails.recipient, times: count() })
    .from(mails)
    .groupBy(mails.recipient)
  return new Map(rows.map(({ to, times }) => [to, times]))
}

type Step =
  | { kind: 'round'; processes: number }
  | { kind: 'killed round' }
  | { kind: 'unsubscribe' | 'remove' | 'held round'; reader: number }
  | { kind: 'minute' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('round' as const), processes: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('killed round' as const) }),
  fc.record({
    kind: fc.constantFrom('unsubscribe' as const, 'remove' as const, 'held round' as const),
    reader: fc.nat({ max: 11 }),
  }),
  fc.record({ kind: fc.constant('minute' as const) }),
)

test('whatever order things happen in, nobody gets a letter twice, and nobody who said no or is gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await db.delete(letters)
      await db.delete(mails)
      await db.delete(users)
      const ids = await makeReaders(12)
      await db.update(letterSettings).set({ lettersAMinute: 36 })
      const id = await release()
      const mayNotGet = new Set<number>()

      for (const one of steps) {
        const before = await countMails()
        await perform(one, ids)
        if (isGoing(one) && !before.has(`reader-${one.reader}@example.test`)) {
          mayNotGet.add(one.reader)
        }
      }
      await db.update(letterSettings).set({ lettersAMinute: 6000 })
      while ((await stateOf(id)) !== 'sent') await sendCampaigns(deps)

      const expected = ids.flatMap((_, at) =>
        mayNotGet.has(at) ? [] : [[`reader-${at}@example.test`, 1] as const],
      )
      expect(await countMails()).toEqual(new Map(expected))
    }),
    { numRuns: runs(14) },
  )
})

/** After it the reader gets none any more. */
function isGoing(one: Step): one is Extract<Step, { reader: number }> {
  return one.kind === 'unsubscribe' || one.kind === 'remove'
}

async function perform(one: Step, ids: string[]): Promise<void> {
  if (one.kind === 'round') {
    await Promise.all(Array.from({ length: one.processes }, () => sendCampaigns(deps)))
  } else if (one.kind === 'killed round') {
    const killed = db.transaction(async (db) => {
      await sendCampaigns({ ...deps, db })
      throw new Error('killed')
    })
    await killed.catch(() => undefined)
  } else if (one.kind === 'held round') {
    await db.transaction(async (held) => {
      await held.select().from(users).where(eq(users.id, ids[one.reader]!)).for('update')
      await sendCampaigns(deps)
    })
  } else if (one.kind === 'minute') {
    await passMinute()
  } else if (one.kind === 'unsubscribe') {
    const learnerId = ids[one.reader]!
    await recordMailConsents(db, { learnerId, said: { news: false }, source: 'mail' })
  } else {
    await db.delete(users).where(sql`id = ${ids[one.reader]}`)
  }
}

async function passMinute(): Promise<void> {
  const doneAt = sql`${letterRecipients.doneAt} - interval '1 minute'`
  await db
    .update(letterRecipients)
    .set({ doneAt })
    .where(sql`done_at > now() - interval '1 minute'`)
}

async function stateOf(id: string): Promise<string | undefined> {
  const [letter] = await db.select().from(letters).where(sql`id = ${id}`)
  return letter?.state
}

/** A process of its own that sends letters as fast as it may. */
function startSender(): ChildProcess {
  const program = `
    import { openDatabase } from './src/platform/database/database.ts'
    import { createMailQueue } from './src/integrations/mail/queue-mail.ts'
    import { sendCampaigns } from './src/domains/campaigns/server/send-campaigns.ts'
    const { db } = openDatabase({ url: process.env.URL, poolSize: 2, onIdleError: () => undefined })
    const sender = { brand: { name: 'R', supportEmail: 'h@a.test' }, publicUrl: () => 'https://a.test' }
    const queueMail = createMailQueue({ sender, outbox: true })
    for (;;) await sendCampaigns({ db, queueMail, sender, unsubscribeKey: { current: 'key', accepted: ['key'] } })`
  return spawn(process.execPath, [...quickStart, '--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../../../..'),
    env: { PATH: process.env['PATH'], URL: database.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

test('three processes, killed again and again, mail each of two hundred readers once', async () => {
  const readers = await makeReaders(200)
  await release()
  await db.update(letterSettings).set({ lettersAMinute: 75 }) // 7 at once

  let kills = 0
  for (let mailed = 0; mailed < readers.length; mailed = (await countMails()).size) {
    await passMinute() // one for each round of senders: none can mail to all
    const senders = [startSender(), startSender(), startSender()]
    // In the middle of their work, on a fast machine as on a slow one.
    const enough = Math.min(mailed + 1 + Math.floor(Math.random() * 60), readers.length)
    await vi.waitFor(async () => expect((await countMails()).size).toBeGreaterThanOrEqual(enough), {
      interval: 5,
      timeout: 300_000, // three processes begin, each with all of the academy’s code
    })
    for (const one of senders) {
      one.kill('SIGKILL')
      kills += 1
    }
    // One that has ended by itself, as a connection took too long, closes no more.
    await Promise.all(senders.map(async (one) => one.exitCode ?? once(one, 'close')))
  }

  const counts = [...(await countMails()).values()]
  expect(counts).toHaveLength(200)
  expect(new Set(counts)).toEqual(new Set([1]))
  expect(kills).toBeGreaterThanOrEqual(9)
})

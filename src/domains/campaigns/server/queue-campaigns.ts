import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Mail } from '../../../integrations/mail/queue-mail.ts'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import { countWaitingCampaigns } from '../../../integrations/mail/withdraw-campaigns.ts'
import type { Database } from '../../../platform/database/database.ts'
import { requireConnection, spareTheRest } from '../../../platform/database/spare-the-rest.ts'
import { consentsTo } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import type { CampaignDependencies } from './dependencies.ts'
import { campaignMail } from './mail-templates.ts'
import { type CampaignRow, letterRecipients, letterSettings, letters } from './tables.ts'

const { letterId, learnerId, state, doneAt } = letterRecipients
const isWaiting = eq(state, 'waiting')

/**
 * Queues the next few letters, as many as the minute has room for. One transaction with what says that
 * they are queued: whatever is killed, nobody's letter is queued twice, and none is forgotten. A letter
 * that cannot be queued is told and holds up no other. Resolves to how many people were dealt with.
 */
export async function queueCampaigns(
  deps: CampaignDependencies,
  onFailure: (error: unknown) => void,
): Promise<number> {
  return deps.db.transaction(async (db) => {
    // One process at a time, so that the minute is counted once.
    const [settings] = await db.select().from(letterSettings).for('update', { skipLocked: true })
    if (!settings) return 0
    const room = await countRoom(db, settings.lettersAMinute)
    if (room === 0) return 0
    for (const id of await listSending(db)) {
      try {
        const people = await db.transaction((db) => queueOf(deps, db, { id, room, onFailure }))
        if (people > 0) return people
      } catch (error) {
        await requireConnection(db) // one that was lost is no letter's fault
        onFailure(error)
      }
    }
    return 0
  })
}

interface Some {
  id: string
  room: number
  onFailure: (error: unknown) => void
}

async function queueOf(
  deps: CampaignDependencies,
  db: Database,
  { id, room, onFailure }: Some,
): Promise<number> {
  const [letter] = await db
    .select()
    .from(letters)
    .where(eq(letters.id, id))
    .for('update', { skipLocked: true })
  if (!letter) return 0
  const ids = await listWaiting(db, letter, room)
  const readers = await listReaders(db, letter, ids)
  const failed = await spareTheRest(db, readers, (db, some) =>
    deps.queueMail(
      db,
      some.map((reader) => describeMail(deps, letter, reader)),
    ),
  )
  // Of a letter that went to nobody yet it may be the letter itself.
  const hasGone = letter.mailed + readers.length > failed.length
  if (failed[0] && !hasGone) throw failed[0].error
  for (const { error } of failed) onFailure(error)
  const left = new Set(failed.map(({ item }) => item.id))
  const mailedTo = readers.flatMap((reader) => (left.has(reader.id) ? [] : [reader.id]))
  await markDone(db, letter, ids, new Set(mailedTo))
  return ids.length
}

type Reader = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name'>

function describeMail(deps: CampaignDependencies, letter: CampaignRow, reader: Reader): Mail {
  const { id, list } = letter
  const unsubscribeUrl = unsubscribeUrlOf(deps, reader.id)
  return {
    to: reader.email,
    template: campaignMail({ ...letter, learnerName: reader.name }),
    letter: { id, list, learnerId: reader.id, unsubscribeUrl },
  }
}

/** How many letters may be queued now: those of the last minute count, and so do those not taken yet. */
async function countRoom(db: Database, lettersAMinute: number): Promise<number> {
  const isOfThisMinute = and(eq(state, 'mailed'), gt(doneAt, sql`now() - interval '1 minute'`))
  const mailed = await db.$count(letterRecipients, isOfThisMinute)
  const waiting = await countWaitingCampaigns(db, lettersAMinute)
  const left = lettersAMinute - Math.max(mailed, waiting)
  // A twelfth at a time: a mail server likes a stream better than a wave.
  return Math.max(0, Math.min(left, Math.ceil(lettersAMinute / 12)))
}

/** The one with the fewest people left first: a short letter does not wait for days behind a long one. */
async function listSending(db: Database): Promise<string[]> {
  const { people, mailed, leftOut } = letters
  const sending = await db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.state, 'sending'), isNotNull(letters.frozenAt)))
    .orderBy(sql`${people} - ${mailed} - ${leftOut}`, asc(letters.begunAt))
  return sending.map(({ id }) => id)
}

/**
 * The next of them, locked: whoever says no at the same time is heard before they are asked, or takes
 * back what is queued after it. One who is locked already comes later.
 */
async function listWaiting(db: Database, letter: CampaignRow, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: learnerId })
    .from(letterRecipients)
    .innerJoin(users, eq(users.id, learnerId))
    .where(and(eq(letterId, letter.id), isWaiting))
    .orderBy(asc(learnerId))
    .limit(limit)
    .for('share', { of: users, skipLocked: true })
  return rows.map(({ id }) => id)
}

/** Those of them who may have it at this moment. */
async function listReaders(db: Database, letter: CampaignRow, ids: string[]): Promise<Reader[]> {
  const { id, email, name } = users
  return db
    .select({ id, email, name })
    .from(users)
    .where(and(inArray(id, ids), consentsTo(letter.list, id), isNull(users.blockedAt)))
}

async function markDone(
  db: Database,
  letter: CampaignRow,
  ids: string[],
  mailedIds: ReadonlySet<string>,
): Promise<void> {
  const mark = async (which: string[], done: 'mailed' | 'left_out') =>
    which.length > 0 &&
    db
      .update(letterRecipients)
      .set({ state: done, doneAt: sql`clock_timestamp()` })
      .where(and(eq(letterId, letter.id), inArray(learnerId, which)))
  const leftOut = ids.filter((id) => !mailedIds.has(id))
  await mark([...mailedIds], 'mailed')
  await mark(leftOut, 'left_out')
  const left = db
    .select({ learnerId })
    .from(letterRecipients)
    .where(and(eq(letterId, letter.id), isWaiting))
  await db
    .update(letters)
    .set({
      mailed: sql`${letters.mailed} + ${mailedIds.size}`,
      leftOut: sql`${letters.leftOut} + ${leftOut.length}`,
    })
    .where(eq(letters.id, letter.id))
  await db
    .update(letters)
    .set({ state: 'sent', finishedAt: sql`clock_timestamp()` })
    .where(and(eq(letters.id, letter.id), eq(letters.putOff, []), not(exists(left))))
}

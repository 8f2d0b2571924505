import {
  and,
  desc,
  eq,
  exists,
  isNotNull,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { ProblemError } from '../../../http/problem.ts'
import { withdrawCampaigns } from '../../../integrations/mail/withdraw-campaigns.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  type ConsentPurpose,
  consentPurposes,
  mailLists,
  partOf,
} from '../../../shared/mail-lists.ts'
import type { ConsentSource } from '../consent-sources.ts'
import { mailConsentEvents, mailConsents, users } from './tables.ts'

/** How it is as long as nobody has said anything (docs/decisions/0061). */
const isGivenUnsaid: Record<ConsentPurpose, boolean> = {
  news: false,
  courses: true,
  reminders: false,
  lessons: true,
  push: false,
}

type ConsentEvent = Pick<typeof mailConsentEvents.$inferSelect, 'isGiven' | 'saidAt' | 'source'>

export type MailConsents = Record<
  ConsentPurpose,
  { isGiven: boolean; saidAt: Date | null; history: ConsentEvent[] }
>

const toldAtMost = 100

/** What somebody gets, since when that is their word, and all that they said before, newest first. */
export async function readMailConsents(db: Database, learnerId: string): Promise<MailConsents> {
  const said = await db.select().from(mailConsents).where(eq(mailConsents.learnerId, learnerId))
  const events = await db
    .select()
    .from(mailConsentEvents)
    .where(eq(mailConsentEvents.learnerId, learnerId))
    .orderBy(desc(mailConsentEvents.id))
    .limit(toldAtMost)
  const about = (list: ConsentPurpose) => {
    const last = said.find((one) => one.list === list)
    return {
      isGiven: last?.isGiven ?? isGivenUnsaid[list],
      saidAt: last?.saidAt ?? null,
      history: events.filter((event) => event.list === list),
    }
  }
  return {
    news: about('news'),
    courses: about('courses'),
    reminders: about('reminders'),
    lessons: about('lessons'),
    push: about('push'),
  }
}

interface Said {
  learnerId: string
  /** Lists left out stay as they are. */
  said: Partial<Record<ConsentPurpose, boolean | undefined>>
  source: ConsentSource
}

/**
 * Writes down what somebody says about mails, with the time; saying it again changes nothing. A no also
 * takes back what is queued and not on its way yet. False: there is no such person (any more). A child
 * gets no news and no reminders: a yes is refused with `not_for_children`.
 */
export async function recordMailConsents(
  outer: Database,
  { learnerId, said, source }: Said,
): Promise<boolean> {
  return outer.transaction(async (db) => {
    // Letters are queued with the person locked: none slips in between this and its commit.
    const [person] = await db
      .select({ parentId: users.parentId })
      .from(users)
      .where(eq(users.id, learnerId))
      .for('no key update')
    if (!person) return false
    if (person.parentId !== null && (said.news || said.reminders || said.push))
      throw new ProblemError('not_for_children')
    const saidAt = sql`clock_timestamp()`
    const rows = consentPurposes.flatMap((list) => {
      const isGiven = said[list]
      return isGiven === undefined ? [] : [{ learnerId, list, isGiven, saidAt, source }]
    })
    if (rows.length === 0) return true
    const changed = await db
      .insert(mailConsents)
      .values(rows)
      .onConflictDoUpdate({
        target: [mailConsents.learnerId, mailConsents.list],
        set: { isGiven: sql`excluded.is_given`, saidAt, source },
        setWhere: sql`${mailConsents.isGiven} <> excluded.is_given`,
      })
      .returning()
    if (changed.length > 0) await db.insert(mailConsentEvents).values(changed)
    const refused = mailLists.filter(
      (list) => said[list] === false || said[partOf[list] ?? list] === false,
    )
    if (refused.length > 0) await withdrawCampaigns(db, learnerId, refused)
    return true
  })
}

/** For a larger statement: this person gets mails of this list. */
export function consentsTo(list: ConsentPurpose, learnerId: SQLWrapper): SQL {
  const wider = partOf[list]
  const own = saysYes(list, learnerId)
  return wider ? sql`(${own} and ${saysYes(wider, learnerId)})` : own
}

function saysYes(list: ConsentPurpose, learnerId: SQLWrapper): SQL {
  const saidTheOther = exists(
    new QueryBuilder()
      .select({ isGiven: mailConsents.isGiven })
      .from(mailConsents)
      .where(
        and(
          eq(mailConsents.learnerId, learnerId),
          eq(mailConsents.list, list),
          eq(mailConsents.isGiven, !isGivenUnsaid[list]),
        ),
      ),
  )
  return isGivenUnsaid[list] ? not(saidTheOther) : saidTheOther
}

/** For a larger statement: this person is here, not blocked, and gets mails of the list that it names. */
export function wantsMailsOf(list: SQLWrapper, learnerId: SQLWrapper): SQL | undefined {
  const isHere = exists(selectPeople(learnerId))
  const agrees = mailLists.map((one) =>
    and(eq(list, one), consentsTo(one, learnerId), mayGet(one, learnerId)),
  )
  return and(isHere, or(...agrees))
}

/** For a larger statement: no blocked person and, for what comes only after a yes, no child, whatever was said. */
export function mayGet(list: ConsentPurpose, learnerId: SQLWrapper): SQL | undefined {
  // Each by an index of the few: asking each of many people for their row would read millions.
  return and(
    not(exists(selectPeople(learnerId, isNotNull(users.blockedAt)))),
    isGivenUnsaid[list]
      ? undefined
      : not(exists(selectPeople(learnerId, isNotNull(users.parentId)))),
  )
}

function selectPeople(id: SQLWrapper, isSuch?: SQL) {
  return new QueryBuilder()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isSuch))
}

import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import { sendPush } from '../../../integrations/web-push/send-push.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { consentsTo } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { videoProgress } from '../../learning/server/tables.ts'
import { isToBeReminded, nextHour } from '../study-plan.ts'
import type { ReminderDependencies } from './dependencies.ts'
import { pushText, reminderMail } from './mail-templates.ts'
import { openPushKey } from './push-keys.ts'
import { playedDays, pushSubscriptions, studyPlans } from './tables.ts'

const readAtOnce = 100
const pushesAtOnce = 10
/** A week's plan is due within seven days: what lies farther ahead was put there by a clock that was wrong. */
const aheadInMs = 8 * 86_400_000

type PlanRow = typeof studyPlans.$inferSelect

/**
 * Reminds whoever planned this hour and has played nothing today: at most once a day, whatever is killed.
 * That it was done stands before a push is sent, which may be lost, and with the mail, which is not.
 */
export async function remindOfPlans(
  deps: ReminderDependencies,
  stopping?: AbortSignal,
  clock: (db: Database) => Date | Promise<Date> = readNow,
): Promise<void> {
  while (!stopping?.aborted) {
    const { looked, pushes } = await deps.db.transaction(async (db) =>
      lookAtDue(deps, db, await clock(db)),
    )
    await push(deps, pushes, stopping)
    if (looked < readAtOnce) return
  }
}

async function lookAtDue(deps: ReminderDependencies, db: Database, now: Date) {
  const { nextAt } = studyPlans
  const plans = await db
    .select()
    .from(studyPlans)
    .where(or(lte(nextAt, now), gt(nextAt, new Date(now.getTime() + aheadInMs))))
    .orderBy(asc(nextAt))
    .limit(readAtOnce)
    .for('no key update', { skipLocked: true }) // who plays meanwhile waits for nobody
  if (plans.length === 0) return { looked: 0, pushes: [] }
  const today = dayInIndia(now)
  const silent = await listSilent(db, plans, today)
  const reminded = plans.flatMap((plan) => {
    const person = silent.get(plan.learnerId)
    if (!person) return []
    const { remindedOn } = plan
    const isDue = isToBeReminded(plan, { hasPlayedToday: false, now, remindedOn })
    return isDue ? [{ ...plan, ...person }] : []
  })
  await queueMails(deps, db, reminded, today)
  const remindedIds = new Set(reminded.map(({ learnerId }) => learnerId))
  for (const plan of plans) {
    const remindedOn = remindedIds.has(plan.learnerId) ? today : plan.remindedOn
    Object.assign(plan, { nextAt: nextHour(plan, now), remindedOn })
  }
  await writeLooked(db, plans)
  const byPush = reminded.filter(({ remindedBy }) => remindedBy === 'push')
  return { looked: plans.length, pushes: await listPushes(db, byPush) }
}

interface Silent {
  email: string
  name: string
  language: string | null
  /** They went on with last, and have. Null: none. */
  course: { id: string; title: string } | null
}

/** Of them who may be reminded and has played nothing on a day. */
async function listSilent(
  db: Database,
  plans: PlanRow[],
  today: string,
): Promise<Map<string, Silent>> {
  const ids = plans.map(({ learnerId }) => learnerId)
  const people = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      language: users.language,
      isByMail: consentsTo('reminders', users.id),
      isByPush: consentsTo('push', users.id),
    })
    .from(users)
    .leftJoin(playedDays, and(eq(playedDays.learnerId, users.id), eq(playedDays.day, today)))
    .where(
      and(
        inArray(users.id, ids),
        isNull(playedDays.day),
        isNull(users.blockedAt),
        isNull(users.parentId),
      ),
    )
  const last = await db
    .selectDistinctOn([videoProgress.learnerId], {
      learnerId: videoProgress.learnerId,
      id: courses.id,
      title: courses.title,
    })
    .from(videoProgress)
    .innerJoin(courses, eq(courses.id, videoProgress.courseId))
    .where(
      and(
        inArray(videoProgress.learnerId, ids),
        ownsCourse(videoProgress.learnerId, videoProgress.courseId),
      ),
    )
    .orderBy(videoProgress.learnerId, desc(videoProgress.reportedAt))
  const courseOf = new Map(last.map(({ learnerId, id, title }) => [learnerId, { id, title }]))
  const byOf = new Map(plans.map(({ learnerId, remindedBy }) => [learnerId, remindedBy]))
  return new Map(
    people.flatMap(({ id, isByMail, isByPush, ...person }) => {
      const agrees = byOf.get(id) === 'mail' ? isByMail : isByPush
      return agrees ? [[id, { ...person, course: courseOf.get(id) ?? null }] as const] : []
    }),
  )
}

async function queueMails(
  deps: ReminderDependencies,
  db: Database,
  reminded: (PlanRow & Silent)[],
  today: string,
): Promise<void> {
  const { publicUrl } = deps.sender
  const mails = reminded
    .filter(({ remindedBy }) => remindedBy === 'mail')
    .map(({ learnerId, email, name, minutes, course }) => ({
      to: email,
      template: () => reminderMail({ name, minutes, course, publicUrl: publicUrl() }),
      cause: `study-plan:${learnerId}:${today}`,
      letter: {
        list: 'reminders' as const,
        learnerId,
        unsubscribeUrl: unsubscribeUrlOf(deps, learnerId, 'reminders'),
      },
    }))
  await deps.queueMail(db, mails)
}

/** One statement for all of them; they are locked, so that nobody else has changed them. */
async function writeLooked(db: Database, plans: PlanRow[]): Promise<void> {
  await db
    .insert(studyPlans)
    .values(plans)
    .onConflictDoUpdate({
      target: studyPlans.learnerId,
      set: { nextAt: sql`excluded.next_at`, remindedOn: sql`excluded.reminded_on` },
    })
}

async function listPushes(db: Database, reminded: (PlanRow & Silent)[]) {
  if (reminded.length === 0) return []
  const ids = reminded.map(({ learnerId }) => learnerId)
  const browsers = await db
    .select()
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.learnerId, ids))
  const of = new Map(reminded.map((one) => [one.learnerId, one]))
  return browsers.flatMap((browser) => {
    const plan = of.get(browser.learnerId)
    return plan ? [{ browser, plan }] : []
  })
}

async function push(
  { db, followed, languages, sender, agent, log }: ReminderDependencies,
  pushes: Awaited<ReturnType<typeof listPushes>>,
  stopping?: AbortSignal,
): Promise<void> {
  const publicKeys = new Set(pushes.map(({ browser }) => browser.publicKey))
  const opened = await Promise.all(
    [...publicKeys].map(async (one) => [one, await openPushKey({ db, ...followed }, one)] as const),
  )
  const keys = new Map(opened)
  const contact = `mailto:${sender.brand.supportEmail}`
  const limit = pLimit(pushesAtOnce)
  const outcomes = await limit.map(pushes, async ({ browser, plan }) => {
    const { publicKey, endpoint, learnerId } = browser
    // Others were told first; whoever logged out or ended their plan meanwhile hears nothing.
    const theirs = and(
      eq(pushSubscriptions.endpoint, endpoint),
      eq(pushSubscriptions.learnerId, learnerId),
    )
    if ((await db.$count(pushSubscriptions, theirs)) === 0)
      return { endpoint, outcome: 'over' as const }
    const privateKey = keys.get(publicKey)
    // Restored without the key: this browser can only be asked anew.
    if (!privateKey) return { endpoint, outcome: 'gone' as const }
    const language = languages.find(({ code }) => code === plan.language)
    const text = runInLanguage(language, () => pushText(sender.brand.name, plan))
    return {
      endpoint,
      outcome: await sendPush(
        browser,
        text,
        { publicKey, privateKey, contact },
        { agent, stopping },
      ),
    }
  })
  const gone = outcomes.flatMap(({ endpoint, outcome }) => (outcome === 'gone' ? endpoint : []))
  if (gone.length > 0) {
    await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, gone))
  }
  const count = outcomes.filter(({ outcome }) => outcome === 'failed').length
  if (count > 0) log.warn({ count }, 'push services took no message')
}

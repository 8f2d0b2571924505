import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { isPublicUrl } from '../../../integrations/web-push/public-hosts.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, dayInIndia, startOfDay } from '../../../shared/india-time.ts'
import type { ConsentSource } from '../../accounts/consent-sources.ts'
import { lockOwnAccount } from '../../accounts/server/lock-account.ts'
import { recordMailConsents } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import { videoProgress } from '../../learning/server/tables.ts'
import type { KeptDependencies } from '../../site/server/kept-settings.ts'
import type { MyStudyPlan, saveMyStudyPlan } from '../contract.ts'
import { changeWeekdays, nextHour, streak } from '../study-plan.ts'
import { openPushKey } from './push-keys.ts'
import { playedDays, pushSubscriptions, studyPlans } from './tables.ts'

type PlanInput = BodyOf<typeof saveMyStudyPlan>

const browsersAtMost = 5
/** A row is counted over so many days. */
const countedDays = 400

export async function readPlan(db: Database, learnerId: string): Promise<MyStudyPlan | null> {
  const [plan] = await db.select().from(studyPlans).where(eq(studyPlans.learnerId, learnerId))
  if (!plan) return null
  const today = dayInIndia()
  const first = addDays(today, -countedDays)
  const played = await db
    .select()
    .from(playedDays)
    .where(and(eq(playedDays.learnerId, learnerId), gte(playedDays.day, first)))
  const since = plan.since > first ? plan.since : first
  return {
    weekdays: plan.weekdays,
    hour: plan.hour,
    minutes: plan.minutes,
    reminded_by: plan.remindedBy,
    since: plan.since,
    streak: streak({ ...plan, since }, new Set(played.map(({ day }) => day)), today),
    played_today_in_seconds: played.find(({ day }) => day === today)?.seconds ?? null,
    browsers: await db.$count(pushSubscriptions, eq(pushSubscriptions.learnerId, learnerId)),
  }
}

/** With what it says of consents, in one transaction. */
export async function savePlan(
  deps: KeptDependencies,
  caller: CurrentUser,
  { weekdays, hour, minutes, reminded_by: by, browser }: PlanInput,
): Promise<void> {
  const { learnerId } = caller
  const now = new Date()
  const today = dayInIndia(now)
  const pushKey = browser && (await openPushKey(deps, browser.public_key))
  if (browser && (!pushKey || !isPublicUrl(browser.endpoint))) {
    throw new ProblemError('push_not_taken')
  }
  await deps.db.transaction(async (db) => {
    const { parentId } = await lockOwnAccount(db, caller)
    if (parentId !== null && by !== 'none') throw new ProblemError('no_reminders_for_children')
    const mine = eq(studyPlans.learnerId, learnerId)
    const [former] = await db.select().from(studyPlans).where(mine).for('no key update')
    const held = former?.remindedBy ?? 'none'
    await sayConsents(db, { learnerId, held, by, source: 'account' })
    const next = { weekdays, hour, minutes, remindedBy: by }
    const nextAt = by === 'none' ? null : nextHour(next, now)
    if (former) {
      const earlier = changeWeekdays(former, weekdays, today)
      await db
        .update(studyPlans)
        .set({ ...next, nextAt, earlier })
        .where(mine)
    } else {
      await db.insert(studyPlans).values({ learnerId, ...next, nextAt, since: today })
      await notePlayedToday(db, learnerId, today)
    }
    if (by !== 'push') await forgetBrowsers(db, learnerId)
    else if (browser) await keepBrowser(db, caller, browser)
  })
}

/** By the link of a mail, also of one that has no account any more. The plan stays, without reminders. */
export async function endReminders(
  outer: Database,
  learnerId: string,
  source: ConsentSource,
): Promise<void> {
  await outer.transaction(async (db) => {
    await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, learnerId))
      .for('no key update')
    // Whoever is reminding at this moment is waited for, and the mail taken back.
    const mine = eq(studyPlans.learnerId, learnerId)
    const [plan] = await db.select().from(studyPlans).where(mine).for('update')
    if (!plan) return
    await db.update(studyPlans).set({ remindedBy: 'none', nextAt: null }).where(mine)
    await sayConsents(db, { learnerId, held: plan.remindedBy, by: 'none', source })
    await forgetBrowsers(db, learnerId)
  })
}

export async function endPlan(outer: Database, learnerId: string): Promise<void> {
  await outer.transaction(async (db) => {
    await endReminders(db, learnerId, 'account')
    await db.delete(studyPlans).where(eq(studyPlans.learnerId, learnerId))
    await db.delete(playedDays).where(eq(playedDays.learnerId, learnerId))
  })
}

type By = PlanInput['reminded_by']

/** A no is written down where there was a yes. */
async function sayConsents(
  db: Database,
  { learnerId, held, by, source }: { learnerId: string; held: By; by: By; source: ConsentSource },
): Promise<void> {
  const sayOf = (one: By) => (by === one ? true : held === one ? false : undefined)
  const said = { reminders: sayOf('mail'), push: sayOf('push') }
  await recordMailConsents(db, { learnerId, said, source })
}

/** Whoever has learned before they made their plan is not reminded that day. */
async function notePlayedToday(db: Database, learnerId: string, today: string): Promise<void> {
  const [played] = await db
    .select({ videoId: videoProgress.videoId })
    .from(videoProgress)
    .where(
      and(eq(videoProgress.learnerId, learnerId), gte(videoProgress.reportedAt, startOfDay(today))),
    )
    .limit(1)
  if (!played) return
  const row = { learnerId, day: today, seconds: 0 }
  await db.insert(playedDays).values(row).onConflictDoNothing()
}

async function keepBrowser(
  db: Database,
  { learnerId, sessionHash }: CurrentUser,
  browser: NonNullable<PlanInput['browser']>,
): Promise<void> {
  const row = {
    learnerId,
    sessionHash,
    p256dh: Buffer.from(browser.p256dh, 'base64url'),
    auth: Buffer.from(browser.auth, 'base64url'),
    publicKey: browser.public_key,
    madeAt: sql`clock_timestamp()`,
  }
  // The browser has one address, whoever is logged in.
  await db
    .insert(pushSubscriptions)
    .values({ endpoint: browser.endpoint, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row })
  const surplus = await db
    .select({ endpoint: pushSubscriptions.endpoint })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.learnerId, learnerId))
    .orderBy(desc(pushSubscriptions.madeAt))
    .offset(browsersAtMost)
  const gone = surplus.map(({ endpoint }) => endpoint)
  if (gone.length > 0) {
    await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.endpoint, gone))
  }
}

async function forgetBrowsers(db: Database, learnerId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.learnerId, learnerId))
}

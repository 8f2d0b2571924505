import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { toPaise, toRupees } from '../../../../shared/money.ts'
import { courses } from '../../../catalogue/server/tables.ts'
import type { launchPriceHistory } from '../../contract.ts'
import type { LaunchPriceInput } from '../../prices/launch-price-input.ts'
import { badInput } from '../require-courses.ts'
import { launchPrices } from '../tables.ts'
import { findLaunchPrice } from './find-launch-price.ts'

type History = z.input<typeof launchPriceHistory>

const historyAtMost = 100
/** A launch price that follows so soon on one that ended is the same one, made longer. */
const renewedWithin = sql`interval '30 days'`

/**
 * Gives a course a launch price, or another one. An end that people were shown is moved to later only
 * with a reason, which is recorded with who did it.
 */
export async function setLaunchPrice(
  outer: Database,
  courseId: string,
  input: LaunchPriceInput,
  administratorId: string,
): Promise<History> {
  return outer.transaction(async (db) => {
    const listPriceInPaise = await lockCourse(db, courseId)
    const priceInPaise = toPaise(input.price)
    if (priceInPaise >= listPriceInPaise) {
      throw badInput('price', t('A launch price is lower than the price of the course.'))
    }
    const startsAt = input.starts_at === null ? null : new Date(input.starts_at)
    const endsAt = new Date(input.ends_at)
    const running = await findLaunchPrice(db, { id: courseId, priceInPaise: listPriceInPaise })
    if (running && startsAt && startsAt > new Date()) {
      throw badInput(
        'starts_at',
        t(
          'A launch price holds until {end}, as people were shown. Please set the next one after that, or take this one away.',
          { end: formatDateTime(running.endsAt) },
        ),
      )
    }
    const shown = await readShown(db, courseId)
    if (shown && endsAt > shown.endsAt && input.reason === '') {
      throw badInput(
        'reason',
        t('People were shown an earlier end. Please say why this one is later: it is recorded.'),
      )
    }
    await db.insert(launchPrices).values({
      courseId,
      priceInPaise,
      startsAt: startsAt ?? sql`clock_timestamp()`,
      endsAt,
      reason: input.reason || null,
      setBy: administratorId,
    })
    return listLaunchPrices(db, courseId)
  })
}

/** From now on the price is the list price. */
export async function removeLaunchPrice(
  outer: Database,
  courseId: string,
  administratorId: string,
): Promise<History> {
  return outer.transaction(async (db) => {
    await lockCourse(db, courseId)
    const [newest] = await readRows(db, courseId, 1)
    if (newest && newest.priceInPaise !== null) {
      const { startsAt, endsAt } = newest // that one which follows is still held to this end
      const setBy = administratorId
      await db
        .insert(launchPrices)
        .values({ courseId, priceInPaise: null, startsAt, endsAt, setBy })
    }
    return listLaunchPrices(db, courseId)
  })
}

/** Refused with `course_not_found`. */
export async function readLaunchPrices(db: Database, courseId: string): Promise<History> {
  await readListPrice(db, courseId)
  return listLaunchPrices(db, courseId)
}

async function lockCourse(db: Database, courseId: string): Promise<number> {
  await lockUntilCommit(db, 'launch price', courseId)
  return readListPrice(db, courseId)
}

async function readListPrice(db: Database, courseId: string): Promise<number> {
  const [course] = await db
    .select({ priceInPaise: courses.priceInPaise })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt)))
  if (!course) throw new ProblemError('course_not_found')
  return course.priceInPaise
}

/** The last one that held after it had begun, if it runs or ran lately: its end is one that people know. */
async function readShown(db: Database, courseId: string): Promise<{ endsAt: Date } | undefined> {
  const { id, setAt, priceInPaise, startsAt, endsAt } = launchPrices
  const rows = db
    .select({
      id,
      endsAt,
      isShown: sql<boolean>`${priceInPaise} is not null
        and ${startsAt} <= least(clock_timestamp(), lead(${setAt}) over (order by ${id}))
        and ${endsAt} > now() - ${renewedWithin}`.as('is_shown'),
    })
    .from(launchPrices)
    .where(eq(launchPrices.courseId, courseId))
    .as('rows')
  const [shown] = await db
    .select({ endsAt: rows.endsAt })
    .from(rows)
    .where(eq(rows.isShown, true))
    .orderBy(desc(rows.id))
    .limit(1)
  return shown
}

async function readRows(
  db: Database,
  courseId: string,
  limit: number,
): Promise<(typeof launchPrices.$inferSelect & { isOver: boolean })[]> {
  const rows = await db
    .select({
      row: launchPrices,
      isOver: sql<boolean>`${launchPrices.endsAt} <= now()`,
    })
    .from(launchPrices)
    .where(eq(launchPrices.courseId, courseId))
    .orderBy(desc(launchPrices.id))
    .limit(limit)
  return rows.map(({ row, isOver }) => ({ ...row, isOver }))
}

async function listLaunchPrices(db: Database, courseId: string): Promise<History> {
  const rows = await readRows(db, courseId, historyAtMost)
  const [newest] = rows
  const history = rows.map((row) => ({
    price: row.priceInPaise === null ? null : toRupees(row.priceInPaise),
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    reason: row.reason,
    set_at: row.setAt.toISOString(),
    set_by: row.setBy,
  }))
  const isCurrent = newest !== undefined && newest.priceInPaise !== null && !newest.isOver
  return { current: isCurrent ? (history[0] ?? null) : null, history }
}

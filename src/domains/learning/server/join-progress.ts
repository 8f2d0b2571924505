import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { joinPasses } from './counted-quizzes.ts'
import { joinPlays } from './join-plays.ts'
import { requestRecount } from './recount-progress.ts'
import { courseProgress, earlierPlays, videoProgress } from './tables.ts'

type Play = typeof videoProgress.$inferSelect

/** Reports of either account come before this, or after the commit: each is judged by its course's row. */
export async function lockProgress(db: Database, { fromId, intoId }: Joined): Promise<void> {
  await db
    .select({ courseId: courseProgress.courseId })
    .from(courseProgress)
    .where(inArray(courseProgress.learnerId, [fromId, intoId]))
    .orderBy(asc(courseProgress.learnerId), asc(courseProgress.courseId))
    .for('update')
}

/**
 * What was played in either account was played in the one that stays; nothing gets less by it. Percents
 * stay as the higher one until they are counted again. Inside the transaction that joins, behind
 * `lockProgress`. Resolves to the courses whose percent is to be counted again.
 */
export async function joinProgress(db: Database, joined: Joined): Promise<string[]> {
  await joinLessons(db, joined)
  const { fromId, intoId } = joined
  const { learnerId, courseId, percent, completedAt } = courseProgress
  const begun = await db.delete(courseProgress).where(eq(learnerId, fromId)).returning()
  for (const course of begun) {
    await db
      .insert(courseProgress)
      // Of lessons before all others: the recount takes whoever is behind.
      .values({ ...course, learnerId: intoId, lessonsRevision: 0 })
      .onConflictDoUpdate({
        target: [learnerId, courseId],
        set: {
          percent: sql`greatest(${percent}, excluded.percent)`,
          completedAt: sql`least(${completedAt}, excluded.completed_at)`,
          lessonsRevision: 0,
        },
      })
    await requestRecount(db, course.courseId)
  }
  const passed = await joinPasses(db, joined)
  return [...new Set([...begun.map((course) => course.courseId), ...passed])]
}

/**
 * Written as the player would have: each film in turn, so that the figures of its lesson count one
 * learner where they counted two.
 */
async function joinLessons(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const both = inArray(videoProgress.learnerId, [fromId, intoId])
  const all = await db.select().from(videoProgress).where(both)
  const ofOther = all.filter(({ learnerId }) => learnerId === fromId).map(({ videoId }) => videoId)
  if (ofOther.length === 0) return
  await db.delete(videoProgress).where(and(both, inArray(videoProgress.videoId, ofOther)))
  const earlier = await db
    .delete(earlierPlays)
    .where(
      and(
        inArray(earlierPlays.learnerId, [fromId, intoId]),
        inArray(earlierPlays.videoId, ofOther),
      ),
    )
    .returning()
  const now = new Date()
  const lessons = ofOther.map((videoId) =>
    joinPlays(
      all.filter((play) => play.videoId === videoId),
      earlier.filter((play) => play.videoId === videoId).map(asPlay),
      now,
    ).map((play) => ({ ...play, learnerId: intoId })),
  )
  const mostFilms = Math.max(...lessons.map((films) => films.length))
  for (let turn = 0; turn < mostFilms; turn += 1) {
    await show(
      db,
      lessons.flatMap((films) => films[turn] ?? []),
    )
    const putBy = lessons.flatMap((films) => (turn < films.length - 1 ? (films[turn] ?? []) : []))
    if (putBy.length > 0) await db.insert(earlierPlays).values(putBy)
  }
}

async function show(db: Database, plays: Play[]): Promise<void> {
  const { learnerId, courseId, videoId, ...told } = getTableColumns(videoProgress)
  const columns = Object.entries(told).map(([key, { name }]) => [key, sql.raw(`excluded.${name}`)])
  await db
    .insert(videoProgress)
    .values(plays)
    .onConflictDoUpdate({
      target: [learnerId, courseId, videoId],
      set: Object.fromEntries(columns),
    })
}

function asPlay(play: typeof earlierPlays.$inferSelect): Play {
  const unknown = { completedAt: null, openedAt: null, witnessedInSeconds: null }
  return { ...play, ...unknown, allowanceInSeconds: 0 }
}

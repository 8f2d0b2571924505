import { and, asc, eq, lt, lte, not, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { filmJobs, films } from './tables.ts'

export type Job = typeof filmJobs.$inferSelect & { leaseToken: string }

/** So long a job belongs to who took it, from the last sign of life on. */
const leaseInSeconds = 20
/** A film that ended as many processes is not tried again. */
export const mostAttempts = 20
const mostFailures = 3

const leaseEnd = sql`now() + make_interval(secs => ${leaseInSeconds})`

/** Short films have a turn of their own, so that none waits for hours behind a long one. */
export type Turn = 'short' | 'long'
const shortInSeconds = 1800

/** Takes the job of a turn that has waited longest; null: there is none that nobody is at. */
export async function takeJob(outer: Database, turn: Turn): Promise<Job | null> {
  const isShort = sql`coalesce(${films.durationInSeconds}, 0) <= ${shortInSeconds}`
  return outer.transaction(async (db) => {
    const [next] = await db
      .select({ filmId: filmJobs.filmId, name: filmJobs.name })
      .from(filmJobs)
      .innerJoin(films, eq(films.id, filmJobs.filmId))
      .where(and(lte(filmJobs.leaseUntil, sql`now()`), turn === 'short' ? isShort : not(isShort)))
      .orderBy(asc(filmJobs.createdAt), asc(filmJobs.filmId), asc(filmJobs.position))
      .limit(1)
      .for('update', { of: filmJobs, skipLocked: true })
    if (!next) return null
    const leaseToken = newId()
    const [taken] = await db
      .update(filmJobs)
      .set({
        leaseToken,
        leaseUntil: leaseEnd,
        attempts: sql`${filmJobs.attempts} + 1`,
        progress: 0,
      })
      .where(and(eq(filmJobs.filmId, next.filmId), eq(filmJobs.name, next.name)))
      .returning()
    return taken ? { ...taken, leaseToken } : null
  })
}

/** False: the job is somebody else's now, or the film is gone. */
export async function keepJob(db: Database, job: Job, progress: number): Promise<boolean> {
  const kept = await db
    .update(filmJobs)
    .set({ leaseUntil: leaseEnd, progress: Math.min(1, Math.max(0, progress)) })
    .where(isMine(job))
    .returning({ name: filmJobs.name })
  return kept.length > 0
}

/** For somebody else to take at once, or after a while; as if it had never been begun. */
export async function giveBack(db: Database, job: Job, afterSeconds = 0): Promise<void> {
  const leaseUntil = sql`now() + make_interval(secs => ${afterSeconds})`
  const attempts = sql`${filmJobs.attempts} - 1`
  await db.update(filmJobs).set({ leaseToken: null, leaseUntil, attempts }).where(isMine(job))
}

/** Is tried again later. False: too often already. */
export async function countFailure(db: Database, job: Job): Promise<boolean> {
  const failures = job.failures + 1
  const leaseUntil = sql`now() + make_interval(secs => ${30 * failures})`
  const again = await db
    .update(filmJobs)
    .set({ leaseToken: null, leaseUntil, failures })
    .where(
      and(
        isMine(job),
        lt(filmJobs.failures, mostFailures - 1),
        lt(filmJobs.attempts, mostAttempts),
      ),
    )
    .returning({ name: filmJobs.name })
  return again.length > 0
}

/** Inside a transaction. False: the job is somebody else's now, or the film is gone. */
export async function endJob(db: Database, job: Job): Promise<boolean> {
  const ended = await db.delete(filmJobs).where(isMine(job)).returning({ name: filmJobs.name })
  return ended.length > 0
}

function isMine({ filmId, name, leaseToken }: Job) {
  return and(
    eq(filmJobs.filmId, filmId),
    eq(filmJobs.name, name),
    eq(filmJobs.leaseToken, leaseToken),
  )
}

/** How many files of films are still to be made. */
export function countJobs(db: Database): Promise<number> {
  return db.$count(filmJobs)
}

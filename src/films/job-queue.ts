import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { filmJobs } from './tables.ts'

export type Job = typeof filmJobs.$inferSelect & { leaseToken: string }

/** So long a job belongs to who took it, from the last sign of life on. */
const leaseInSeconds = 20
/** A film that ended as many processes is not tried again. */
const mostAttempts = 20
const mostFailures = 3

const leaseEnd = sql`now() + make_interval(secs => ${leaseInSeconds})`

/** Takes the job that has waited longest; null: there is none that nobody is at. */
export async function takeJob(outer: Database): Promise<Job | null> {
  return outer.transaction(async (db) => {
    const [next] = await db
      .select({ filmId: filmJobs.filmId, name: filmJobs.name })
      .from(filmJobs)
      .where(lte(filmJobs.leaseUntil, sql`now()`))
      .orderBy(asc(filmJobs.createdAt), asc(filmJobs.filmId), asc(filmJobs.position))
      .limit(1)
      .for('update', { skipLocked: true })
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

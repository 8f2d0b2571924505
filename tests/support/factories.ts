import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { grantAccess } from '../../src/access/change-access.ts'
import { openSession } from '../../src/accounts/sessions.ts'
import { users } from '../../src/accounts/tables.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/database/new-id.ts'

export interface Person {
  id: string
  email: string
  name: string
  token: string
}

/** Somebody with an account, signed in. Has no password unless one is given as a hash. */
export async function makeLearner(
  db: Database,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  const values = {
    id: newId(),
    email: `${unique('learner')}@example.test`,
    name: 'Meera Nair',
    ...overrides,
  }
  await db.insert(users).values(values)
  const { id, email, name } = values
  return { id, email, name, token: await openSession(db, id) }
}

export function makeAdmin(
  db: Database,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  return makeLearner(db, { name: 'Asha Rao', ...overrides, isAdmin: true })
}

export interface MadeCourse {
  id: string
  title: string
  /** In course order. */
  videoIds: string[]
}

interface CoursePlan {
  id?: string
  title?: string
  description?: string
  priceInPaise?: number
  thumbnail?: string | null
  /** For each module the links of its videos. */
  modules?: string[][]
  /** What is stated of every video. */
  duration?: string
}

/** A course on sale with one module of two videos, unless another plan is given. */
export async function makeCourse(db: Database, plan: CoursePlan = {}): Promise<MadeCourse> {
  const id = plan.id ?? unique('course')
  const title = plan.title ?? 'Reels in a Day'
  const modules = plan.modules ?? [
    ['https://videos.example/one.mp4', 'https://videos.example/two.mp4'],
  ]
  await db.execute(sql`
    insert into courses (id, title, description, price_in_paise, thumbnail)
    values (${id}, ${title}, ${plan.description ?? 'From idea to reel.'},
            ${plan.priceInPaise ?? 499_900}, ${plan.thumbnail ?? null})`)
  const videoIds: string[] = []
  for (const [position, links] of modules.entries()) {
    const moduleId = newId()
    await db.execute(sql`
      insert into modules (id, course_id, position, title)
      values (${moduleId}, ${id}, ${position}, ${`Module ${position + 1}`})`)
    for (const [place, url] of links.entries()) {
      const videoId = unique('video')
      videoIds.push(videoId)
      await db.execute(sql`
        insert into videos (id, course_id, module_id, position, title, url, duration)
        values (${videoId}, ${id}, ${moduleId}, ${place}, ${`Video ${place + 1}`}, ${url},
                ${plan.duration ?? '2 min'})`)
    }
  }
  return { id, title, videoIds }
}

/** Takes a course off sale as deleting one with buyers does. */
export async function hideCourse(db: Database, course: { id: string }): Promise<void> {
  await db.execute(sql`update courses set hidden_at = clock_timestamp() where id = ${course.id}`)
}

/** Gives a course as a gift. */
export async function grantCourse(
  db: Database,
  person: { id: string },
  course: { id: string },
): Promise<void> {
  await db.transaction(async (db) => {
    await grantAccess(db, {
      learnerId: person.id,
      courseId: course.id,
      cause: { kind: 'gift', id: unique('gift') },
      reason: 'A gift for a test',
    })
  })
}

/** Makes a course owned and wholly watched, at an instant of one's choice. */
export async function completeCourse(
  db: Database,
  person: { id: string },
  course: MadeCourse,
  completedAt = new Date(),
): Promise<void> {
  await grantCourse(db, person, course)
  await watchCourse(db, person, course, completedAt)
}

/** Every video of a course wholly watched, at an instant of one's choice. */
export async function watchCourse(
  db: Database,
  person: { id: string },
  course: MadeCourse,
  completedAt = new Date(),
): Promise<void> {
  const at = completedAt.toISOString()
  for (const videoId of course.videoIds) {
    await db.execute(sql`
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
        duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at)
      values (${person.id}, ${course.id}, ${videoId}, 60, 60, '[[0, 60]]', 60, 1, ${at}, ${at})`)
  }
  await db.execute(sql`
    insert into course_progress (learner_id, course_id, percent, completed_at)
    values (${person.id}, ${course.id}, 100, ${at})`)
}

/** A readable name that no other row of the run has. */
export function unique(word: string): string {
  return `${word}-${randomBytes(5).toString('hex')}`
}

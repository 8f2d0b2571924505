import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { grantAccess } from '../../src/domains/access/server/change-access.ts'
import { openSession } from '../../src/domains/accounts/server/sessions.ts'
import { users } from '../../src/domains/accounts/server/tables.ts'
import { courses, modules, videos } from '../../src/domains/catalogue/server/tables.ts'
import { attachments } from '../../src/domains/files/server/tables.ts'
import { filmRenditions, films } from '../../src/domains/films/server/tables.ts'
import { courseProgress, videoProgress } from '../../src/domains/learning/server/tables.ts'
import {
  bundleCourses,
  bundles,
  type CouponRow,
  coupons,
} from '../../src/domains/offers/server/tables.ts'
import type { Role } from '../../src/http/rights.ts'
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

/** An owner. */
export function makeAdmin(
  db: Database,
  overrides: Partial<typeof users.$inferInsert> = {},
): Promise<Person> {
  return makeLearner(db, { name: 'Asha Rao', ...overrides, role: 'owner' })
}

export function makeStaff(db: Database, role: Role, name = 'Kavya Menon'): Promise<Person> {
  return makeLearner(db, { name, role })
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
  state?: typeof courses.$inferInsert.state
  /** What else the course page tells. */
  page?: typeof courses.$inferInsert.page
  /** Of every video. */
  lesson?: Pick<typeof videos.$inferInsert, 'isPreview' | 'opens' | 'text' | 'links'>
}

/** A course on sale with one module of two videos, unless another plan is given. */
export async function makeCourse(db: Database, plan: CoursePlan = {}): Promise<MadeCourse> {
  const id = plan.id ?? unique('course')
  const title = plan.title ?? 'Reels in a Day'
  const outline = plan.modules ?? [
    ['https://videos.example/one.mp4', 'https://videos.example/two.mp4'],
  ]
  await db.insert(courses).values({
    id,
    title,
    description: plan.description ?? 'From idea to reel.',
    priceInPaise: plan.priceInPaise ?? 499_900,
    thumbnail: plan.thumbnail ?? null,
    ...(plan.state && { state: plan.state }),
    ...(plan.page && { page: plan.page }),
  })
  const videoIds: string[] = []
  for (const [position, links] of outline.entries()) {
    const moduleId = newId()
    await db
      .insert(modules)
      .values({ id: moduleId, courseId: id, position, title: `Module ${position + 1}` })
    for (const [place, url] of links.entries()) {
      const videoId = unique('video')
      videoIds.push(videoId)
      await db.insert(videos).values({
        id: videoId,
        courseId: id,
        moduleId,
        position: place,
        title: `Video ${place + 1}`,
        url,
        duration: plan.duration ?? '2 min',
        ...plan.lesson,
      })
    }
  }
  return { id, title, videoIds }
}

/** Ten percent off everything, unless another plan is given. */
export async function makeCoupon(
  db: Database,
  plan: Partial<typeof coupons.$inferInsert> = {},
): Promise<CouponRow> {
  const percentOff = plan.amountOffInPaise ? null : 10
  const values = { code: unique('CODE').toUpperCase(), percentOff, ...plan }
  const [made] = await db.insert(coupons).values(values).returning()
  if (!made) throw new Error('no coupon was made')
  return made
}

/** A bundle on sale; resolves to its id. */
export async function makeBundle(
  db: Database,
  courseIds: readonly string[],
  priceInPaise = 599_900,
): Promise<string> {
  const id = newId()
  await db.insert(bundles).values({ id, title: 'All of Film', priceInPaise })
  const parts = courseIds.map((courseId, position) => ({ bundleId: id, position, courseId }))
  await db.insert(bundleCourses).values(parts)
  return id
}

/** Takes a course off sale as deleting one with buyers does. */
export async function hideCourse(db: Database, course: { id: string }): Promise<void> {
  await db.update(courses).set({ hiddenAt: new Date() }).where(eq(courses.id, course.id))
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

/** A file to take away of which only the row is there. */
export async function makeAttachment(
  db: Database,
  course: { id: string },
  overrides: Partial<typeof attachments.$inferInsert> = {},
): Promise<string> {
  const id = newId()
  const sha256 = randomBytes(32).toString('hex')
  const file = { filename: 'Notes.pdf', type: 'application/pdf', sizeInBytes: 1000, sha256 }
  const key = `attachments/${sha256}`
  await db.insert(attachments).values({ id, courseId: course.id, ...file, key, ...overrides })
  return id
}

/** A film of five seconds that is ready, made of these files or of an original of which only the row is there. */
export async function makeFilm(
  db: Database,
  course: { id: string },
  files: Partial<typeof filmRenditions.$inferInsert>[] = [{}],
): Promise<string> {
  const filmId = newId()
  const about = { filename: 'Lesson.mp4', state: 'ready', durationInSeconds: 5 } as const
  await db.insert(films).values({ id: filmId, courseId: course.id, ...about })
  for (const overrides of files) {
    const sha256 = randomBytes(32).toString('hex')
    const file = { filmId, name: 'original', type: 'video/mp4', sizeInBytes: 1000 } as const
    const made = { bitsPerSecond: 1600, width: 1280, height: 720, sha256, key: `films/${sha256}` }
    await db.insert(filmRenditions).values({ ...file, ...made, ...overrides })
  }
  return filmId
}

/** Every video of a course wholly watched, at an instant of one's choice. */
export async function watchCourse(
  db: Database,
  person: { id: string },
  course: MadeCourse,
  completedAt = new Date(),
): Promise<void> {
  const ofBoth = { learnerId: person.id, courseId: course.id }
  const watched = course.videoIds.map((videoId) => ({
    ...ofBoth,
    videoId,
    positionInSeconds: 60,
    durationInSeconds: 60,
    played: [[0, 60] as [number, number]],
    playedInSeconds: 60,
    fraction: 1,
    completedAt,
    reportedAt: completedAt,
  }))
  if (watched.length > 0) await db.insert(videoProgress).values(watched)
  await db.insert(courseProgress).values({ ...ofBoth, percent: 100, completedAt })
}

/** A readable name that no other row of the run has. */
export function unique(word: string): string {
  return `${word}-${randomBytes(5).toString('hex')}`
}

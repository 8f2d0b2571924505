import { asc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import type { Course } from './contract.ts'
import { courses, modules, videos } from './tables.ts'

export interface StoredCourse {
  /** With every video's link as it was typed; only owners may get those. */
  course: Course
  /** Off sale, kept for its buyers. */
  isHidden: boolean
}

/** What visitors see in the shop, oldest course first. */
export async function readCoursesOnSale(db: Database): Promise<StoredCourse[]> {
  return readCourses(db, isNull(courses.hiddenAt))
}

/** One course, also off sale; undefined if there is none. */
export async function readCourse(db: Database, id: string): Promise<StoredCourse | undefined> {
  const [stored] = await readCourses(db, eq(courses.id, id))
  return stored
}

/** Courses with their modules and videos in course order, oldest course first; two queries. */
async function readCourses(db: Database, where: SQL): Promise<StoredCourse[]> {
  const found = await db
    .select()
    .from(courses)
    .where(where)
    .orderBy(asc(courses.createdAt), asc(courses.id))
  const ids = found.map(({ id }) => id)
  const lessons = await db
    .select({ module: modules, video: videos })
    .from(modules)
    .leftJoin(videos, eq(videos.moduleId, modules.id))
    .where(inArray(modules.courseId, ids))
    .orderBy(asc(modules.position), asc(videos.position))
  const outlines = new Map(ids.map((id) => [id, new Map<string, Module>()]))
  for (const { module, video } of lessons) {
    const { id, courseId, title, description } = module
    const outline = outlines.get(courseId)
    const known = outline?.get(id) ?? { id, title, description, videos: [] }
    if (video) known.videos.push(describeVideo(video))
    outline?.set(id, known)
  }
  return found.map(({ id, title, description, priceInPaise, thumbnail, hiddenAt }) => {
    const outline = [...(outlines.get(id)?.values() ?? [])]
    const price = priceInPaise / 100
    const course = { id, title, description, price, thumbnail, modules: outline }
    return { course, isHidden: hiddenAt !== null }
  })
}

function describeVideo({ id, title, duration, url }: typeof videos.$inferSelect): Video {
  return { id, title, duration, url }
}

/** The course as everybody may see it: titles and durations, no links. */
export function withoutLinks(course: Course): Course {
  return mapVideos(course, ({ id, title, duration }) => ({ id, title, duration }))
}

/** The course with each link turned into what an owner's player opens. */
export function withLinks(course: Course, linkFor: (url: string) => string): Course {
  return mapVideos(course, ({ url = '', ...video }) => ({ ...video, url: linkFor(url) }))
}

type Module = Course['modules'][number]
type Video = Module['videos'][number]

function mapVideos(course: Course, change: (video: Video) => Video): Course {
  return {
    ...course,
    modules: course.modules.map((module) => ({ ...module, videos: module.videos.map(change) })),
  }
}

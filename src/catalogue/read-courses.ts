import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import type { Course } from './contract.ts'

export interface StoredCourse {
  /** With every video's link as it was typed; only owners may get those. */
  course: Course
  /** Off sale, kept for its buyers. */
  isHidden: boolean
}

type Row = {
  id: string
  title: string
  description: string
  price_in_paise: string
  thumbnail: string | null
  is_hidden: boolean
  modules: Course['modules']
}

/** Courses with their modules and videos in course order, oldest course first; one query. */
export async function readCourses(db: Database, where: SQL): Promise<StoredCourse[]> {
  const { rows } = await db.execute<Row>(sql`
    select courses.id, courses.title, courses.description, courses.price_in_paise,
           courses.thumbnail, courses.hidden_at is not null as is_hidden,
           coalesce((
             select json_agg(json_build_object(
                      'id', modules.id, 'title', modules.title,
                      'description', modules.description, 'videos', coalesce((
                        select json_agg(json_build_object(
                                 'id', videos.id, 'title', videos.title,
                                 'duration', videos.duration, 'url', videos.url)
                                 order by videos.position)
                          from videos where videos.module_id = modules.id), '[]'::json))
                      order by modules.position)
               from modules where modules.course_id = courses.id), '[]'::json) as modules
      from courses
     where ${where}
     order by courses.created_at, courses.id`)
  return rows.map(({ price_in_paise, is_hidden, ...row }) => ({
    course: { ...row, price: Number(price_in_paise) / 100 },
    isHidden: is_hidden,
  }))
}

/** The course as everybody may see it: titles and durations, no links. */
export function withoutLinks(course: Course): Course {
  return mapVideos(course, ({ id, title, duration }) => ({ id, title, duration }))
}

/** The course with each link turned into what an owner's player opens. */
export function withLinks(course: Course, linkFor: (url: string) => string): Course {
  return mapVideos(course, ({ url = '', ...video }) => ({ ...video, url: linkFor(url) }))
}

type Video = Course['modules'][number]['videos'][number]

function mapVideos(course: Course, change: (video: Video) => Video): Course {
  return {
    ...course,
    modules: course.modules.map((module) => ({ ...module, videos: module.videos.map(change) })),
  }
}

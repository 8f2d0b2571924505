import { randomInt } from 'node:crypto'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { courses, modules, videos } from './tables.ts'

/** On sale, if no state is named. Its id is readable and unique; see `courseIdFor`. */
type NewCourse = Omit<typeof courses.$inferInsert, 'createdAt' | 'hiddenAt' | 'lessonsRevision'> & {
  modules: NewModule[]
}

interface NewModule {
  title: string
  description: string
  videos: NewVideo[]
}

type NewVideo = Pick<typeof videos.$inferInsert, 'title' | 'url' | 'duration'> &
  Partial<
    Pick<
      typeof videos.$inferInsert,
      'id' | 'isPreview' | 'text' | 'links' | 'attachments' | 'opens'
    >
  >

/** Puts a course on sale, with its modules and videos in the given order. */
export async function createCourse(outer: Database, course: NewCourse): Promise<void> {
  const plan = course.modules.map((module, position) => ({
    row: {
      id: newId(),
      courseId: course.id,
      position,
      title: module.title,
      description: module.description,
    },
    videos: module.videos,
  }))
  const plannedVideos = plan.flatMap((module) =>
    module.videos.map((video, position) => ({
      id: newId(),
      ...video,
      position,
      courseId: course.id,
      moduleId: module.row.id,
    })),
  )
  await outer.transaction(async (db) => {
    const { modules: _, ...row } = course
    await db.insert(courses).values(row)
    if (plan.length > 0) await db.insert(modules).values(plan.map(({ row }) => row))
    if (plannedVideos.length > 0) await db.insert(videos).values(plannedVideos)
  })
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The title in plain letters and a short random tail, e.g. `ai-reels-studio-x7k2m9`. */
export function courseIdFor(title: string): string {
  const tail = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return `${slugOf(title)}-${tail}`
}

/** 'course' for a title without any Latin letter or digit. */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const slug = words.join('-').slice(0, 60).replace(/-+$/, '')
  return slug || 'course'
}

import type { Database } from '../platform/database/database.ts'
import { lockUntilCommit } from '../platform/database/lock-until-commit.ts'
import { createCourse } from './create-course.ts'
import { courses } from './tables.ts'

export interface SampleCourse {
  /** Becomes the id, so that links to sample courses stay good over a new start. */
  slug: string
  title: string
  description: string
  priceInRupees: number
  cover: string
  modules: {
    title: string
    description: string
    videos: { title: string; url: string; duration: string }[]
  }[]
}

/** Fills an academy that has no course yet, hidden ones included. Resolves to whether it did. */
export async function seedDemoCatalogue(
  outer: Database,
  samples: readonly SampleCourse[],
): Promise<boolean> {
  return outer.transaction(async (db) => {
    await lockUntilCommit(db, 'seed the demo catalogue')
    if ((await db.$count(courses)) > 0) return false
    for (const sample of samples) {
      await createCourse(db, {
        id: sample.slug,
        title: sample.title,
        description: sample.description,
        priceInPaise: sample.priceInRupees * 100,
        thumbnail: sample.cover,
        modules: sample.modules.map((module, moduleIndex) => ({
          ...module,
          videos: module.videos.map((video, videoIndex) => ({
            ...video,
            id: `${sample.slug}-${moduleIndex + 1}-${videoIndex + 1}`,
          })),
        })),
      })
    }
    return true
  })
}

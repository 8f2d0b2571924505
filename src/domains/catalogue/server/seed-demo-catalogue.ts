import { fileURLToPath } from 'node:url'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { toPaise } from '../../../shared/money.ts'
import { keepSampleFiles, readSampleFilms, recordSampleFilm } from '../../films/server/seed-film.ts'
import type { StoreDependencies } from '../../films/server/store-film.ts'
import { createCourse } from './create-course.ts'
import { courses, demo } from './tables.ts'

const filmsFolder = fileURLToPath(new URL('../../../../seed/films/', import.meta.url))

export interface SampleCourse {
  /** Becomes the id, so that links to sample courses stay good over a new start. */
  slug: string
  title: string
  description: string
  priceInRupees: number
  cover: string
  outcomes: string[]
  requirements: string[]
  teachers: { name: string; text: string }[]
  modules: {
    title: string
    description: string
    videos: { title: string; url: string; duration: string }[]
  }[]
}

/**
 * Fills an academy that has no course yet, hidden ones included, and never had this demo; its own films go
 * through the media store as uploaded ones do. Resolves to whether it did.
 */
export async function seedDemoCatalogue(
  deps: Pick<StoreDependencies, 'db' | 'media' | 'locks'>,
  samples: readonly SampleCourse[],
): Promise<boolean> {
  const { db: outer } = deps
  if (!(await isUntouched(outer))) return false
  const films = await readSampleFilms(filmsFolder)
  for (const film of films) await keepSampleFiles(deps, filmsFolder, film)
  return outer.transaction(async (db) => {
    await lockUntilCommit(db, 'seed the demo catalogue')
    if (!(await isUntouched(db))) return false
    await db
      .insert(demo)
      .values({ courseIds: samples.map(({ slug }) => slug), filmIds: films.map(({ id }) => id) })
    for (const film of films) await recordSampleFilm(db, filmsFolder, film)
    for (const sample of samples) {
      await createCourse(db, {
        id: sample.slug,
        title: sample.title,
        description: sample.description,
        priceInPaise: toPaise(sample.priceInRupees),
        thumbnail: sample.cover,
        page: {
          outcomes: sample.outcomes,
          requirements: sample.requirements,
          teachers: sample.teachers,
        },
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

async function isUntouched(db: Database): Promise<boolean> {
  return (await db.$count(courses)) + (await db.$count(demo)) === 0
}

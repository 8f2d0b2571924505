import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { listAttachmentSizes } from '../../files/server/list-attachments.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { type Film, readFilms } from '../../films/server/list-films.ts'
import type { Course } from '../contract.ts'
import { type PlannedLesson, placeOpenings } from '../lesson-opening.ts'
import { tellOpening, tellOpensAt } from '../tell-opening.ts'
import { attachmentPath } from './attachment-path.ts'
import { summarise } from './describe-in-html.ts'
import type { NotDue } from './not-due.ts'
import type { CourseColumns } from './publish-course.ts'
import { courses, modules, videos } from './tables.ts'
import { isListed } from './visibility.ts'

export interface StoredCourse {
  /** With every video's link as it was typed; only owners may get those. */
  course: Course
  /** Not to be seen by visitors: off sale and kept for its buyers, or never published. */
  isHidden: boolean
  isUnlisted: boolean
  /** Those that its lessons and its trailer name and that are there, by id. */
  films: Map<string, Film>
  /** When its lessons open, in course order. Null: each opens at once. */
  plan: PlannedLesson[] | null
}

/** What visitors see in the shop, oldest course first. */
export async function readCoursesOnSale(db: Database): Promise<StoredCourse[]> {
  return readCourses(db, isListed)
}

/** One course, also off sale; undefined if there is none. */
export async function readCourse(db: Database, id: string): Promise<StoredCourse | undefined> {
  const [stored] = await readCourses(db, eq(courses.id, id))
  return stored
}

/** Courses with their modules and videos in course order, oldest course first; two queries. */
async function readCourses(db: Database, where: SQL | undefined): Promise<StoredCourse[]> {
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
  const sizes = await listAttachmentSizes(
    db,
    lessons.flatMap(({ video }) => video?.attachments.map(({ id }) => id) ?? []),
  )
  const urls = [...lessons.map(({ video }) => video?.url), ...found.map(({ page }) => page.trailer)]
  const filmIds = urls.flatMap((url) => filmIdOf(url ?? '') ?? [])
  const films = await readFilms(db, filmIds)
  const outlines = new Map(ids.map((id) => [id, new Map<string, Module>()]))
  const plans = planLessons(lessons.flatMap(({ video }) => video ?? []))
  for (const { module, video } of lessons) {
    const { id, courseId, title, description } = module
    const outline = outlines.get(courseId)
    const known = outline?.get(id) ?? { id, title, description, videos: [] }
    if (video) known.videos.push(describeVideo(video, sizes, plans.get(courseId)?.get(video.id)))
    outline?.set(id, known)
  }
  return found.map((row) => {
    const { id, page, state } = row
    const outline = [...(outlines.get(id)?.values() ?? [])]
    const course = describeCourse(row, outline)
    const isHidden = row.hiddenAt !== null || state === 'draft' || state === 'off_sale'
    const lessonFilms = outline.flatMap(({ videos }) => videos.map(({ url }) => filmOf(url, films)))
    const shown = [filmOf(page.trailer, films), ...lessonFilms]
    const own = new Map(shown.filter((film) => film !== null).map((film) => [film.id, film]))
    const isUnlisted = state === 'unlisted'
    const plan = [...(plans.get(id)?.values() ?? [])]
    return { course, isHidden, isUnlisted, films: own, plan: plan.length > 0 ? plan : null }
  })
}

/** A course by its row, with its outline. */
export function describeCourse(row: CourseColumns & { id: string }, modules: Module[]): Course {
  const { id, title, description, priceInPaise, thumbnail, page } = row
  return { id, title, description, price: toRupees(priceInPaise), thumbnail, modules, ...page }
}

/** By course and lesson, of courses that have a rule. */
function planLessons(
  rows: readonly (typeof videos.$inferSelect)[],
): Map<string, Map<string, PlannedLesson>> {
  const planned = new Set(rows.filter(({ opens }) => opens !== null).map((row) => row.courseId))
  const byCourse = Map.groupBy(
    rows.filter((row) => planned.has(row.courseId)),
    (row) => row.courseId,
  )
  return new Map(
    [...byCourse].map(([courseId, lessons]) => {
      const openings = placeOpenings(lessons)
      const plan = lessons.map(({ id, earlierOpenings: earlier }) => {
        return [id, { id, opening: openings.get(id) ?? null, earlier }] as const
      })
      return [courseId, new Map(plan)]
    }),
  )
}

function describeVideo(
  row: typeof videos.$inferSelect,
  sizes: Map<string, number>,
  planned: PlannedLesson | undefined,
): Video {
  const { id, title, duration, url, text, links } = row
  return {
    id,
    title,
    duration,
    ...(row.isPreview && { is_preview: true, film_number: row.film }),
    ...(planned?.opening && { opens: planned.opening }),
    url,
    ...(text !== '' && { text }),
    ...(links.length > 0 && { links }),
    ...describeAttachments(row.attachments, sizes),
  }
}

/** Of a lesson, without those that are not there. */
export function describeAttachments(
  named: readonly { id: string; name: string }[],
  sizes: ReadonlyMap<string, number>,
): Pick<Video, 'attachments'> {
  const attachments = named.flatMap(({ id, name }) => {
    const size = sizes.get(id)
    return size === undefined ? [] : [{ id, name, size_in_bytes: size, url: attachmentPath(id) }]
  })
  return attachments.length > 0 ? { attachments } : {}
}

/** The film that an address shows; null: none of our own, or it is not there. */
function filmOf(url: string | undefined, films: Map<string, Film>): Film | null {
  return films.get(filmIdOf(url ?? '') ?? '') ?? null
}

export interface LinkMaker {
  linkFor: (url: string) => string
  /** What a lesson with an own film shows in place of its address. Null: there is nothing to play. */
  filmFor: (filmId: string) => { url: string; film: NonNullable<Video['film']> } | null
}

/** The course as everybody may see it: of all lessons but the previews only titles and durations. */
export function withoutLinks(course: Course, make?: LinkMaker): Course {
  return mapVideos(course, (video) => {
    if (!video.is_preview) return titleOf(video)
    return make ? linked(video, make) : { ...titleOf(video), is_preview: true }
  })
}

/** The course with each link turned into what an owner's player opens; without what is not due. */
export function withLinks(course: Course, make: LinkMaker, notDue: NotDue = new Map()): Course {
  return mapVideos(course, (video) => {
    const opens = notDue.get(video.id)
    if (opens === undefined) return linked(video, make)
    const opens_at = opens === 'after_previous' ? null : opens.toISOString()
    return { ...titleOf(video), opens_at, opens_text: tellOpensAt(opens) }
  })
}

/** The course with a sentence for each lesson that does not open at once. */
export function withOpeningTexts(course: Course): Course {
  return mapVideos(course, (video) =>
    video.opens ? { ...video, opens_text: tellOpening(video.opens) } : video,
  )
}

function titleOf({ id, title, duration, opens, opens_text }: Video): Video {
  return {
    id,
    title,
    duration,
    ...(opens && { opens }),
    ...(opens_text !== undefined && { opens_text }),
  }
}

function linked({ attachments, ...video }: Video, { linkFor, filmFor }: LinkMaker): Video {
  const filmId = filmIdOf(video.url ?? '')
  const shown = filmId === null ? null : filmFor(filmId)
  return {
    ...video,
    ...(shown ?? { url: linkFor(video.url ?? '') }),
    ...(attachments && {
      attachments: attachments.map((file) => ({ ...file, url: linkFor(file.url) })),
    }),
  }
}

/** What a course's page gets of its trailer in place of the address; nothing of a film that is not there. */
export function withTrailer(
  trailer: string | undefined,
  { linkFor, filmFor }: LinkMaker,
): { trailer?: string | undefined; trailer_film?: NonNullable<Video['film']> } {
  if (trailer === undefined || trailer === '') return {}
  const filmId = filmIdOf(trailer)
  if (filmId === null) return { trailer: linkFor(trailer) }
  const shown = filmFor(filmId)
  return shown ? { trailer: shown.url, trailer_film: shown.film } : { trailer: undefined }
}

/** As a list shows it: what a page tells at length is left to the page. */
export function inShort(course: Course): Course {
  const { id, title, description, price, thumbnail, modules, subtitle, language, level } = course
  return withoutLinks({
    id,
    title,
    description,
    summary: summarise(description),
    price,
    thumbnail,
    modules,
    ...(subtitle !== undefined && { subtitle }),
    ...(language !== undefined && { language }),
    ...(level !== undefined && { level }),
  })
}

/** The course with those files marked that `isNew` knows, by lesson and file. */
export function withNewVersions(
  course: Course,
  isNew: (videoId: string, attachmentId: string) => boolean,
): Course {
  return mapVideos(course, ({ attachments, ...video }) => ({
    ...video,
    ...(attachments && {
      attachments: attachments.map((file) =>
        isNew(video.id, file.id) ? { ...file, is_new_version: true as const } : file,
      ),
    }),
  }))
}

type Module = Course['modules'][number]
type Video = Module['videos'][number]

function mapVideos(course: Course, change: (video: Video) => Video): Course {
  return {
    ...course,
    modules: course.modules.map((module) => ({ ...module, videos: module.videos.map(change) })),
  }
}

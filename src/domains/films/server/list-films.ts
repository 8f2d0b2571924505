import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { listFilms } from '../contract.ts'
import {
  type FilmFile,
  type FilmFileName,
  type RenditionName,
  renditionNames,
} from '../film-file.ts'
import { listLackingOf } from './browser-transcoding/list-lacking.ts'
import { bestRendition, playsByNow } from './choose-renditions.ts'
import { captionsPath, filmPath } from './sign-film-link.ts'
import { filmCaptions, filmJobs, filmRenditions, films } from './tables.ts'

export type FilmRow = typeof films.$inferSelect

export interface Film extends FilmRow {
  files: FilmFile[]
  captions: FilmCaptions[]
}

/** Which captions there are; what they say is read when they are shown. */
interface FilmCaptions {
  language: string
  label: string
}

export const filmId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Films with their files, by their ids; those that are not there are left out. */
export async function readFilms(db: Database, ids: readonly string[]): Promise<Map<string, Film>> {
  const known = [...new Set(ids)].filter((id) => filmId.test(id))
  if (known.length === 0) return new Map()
  const found = await db.select().from(films).where(inArray(films.id, known))
  return withFiles(db, found)
}

/** Newest first. */
export async function readFilmsOfCourse(db: Database, courseId: string): Promise<Film[]> {
  const found = await db
    .select()
    .from(films)
    .where(eq(films.courseId, courseId))
    .orderBy(desc(films.createdAt), asc(films.id))
  return [...(await withFiles(db, found)).values()]
}

async function withFiles(db: Database, found: FilmRow[]): Promise<Map<string, Film>> {
  const byId = new Map<string, Film>(
    found.map((film) => [film.id, { ...film, files: [], captions: [] }]),
  )
  if (found.length === 0) return byId
  const files = await db
    .select()
    .from(filmRenditions)
    .where(inArray(filmRenditions.filmId, [...byId.keys()]))
  for (const { filmId, ...file } of files) byId.get(filmId)?.files.push(file)
  const captions = await db
    .select({
      filmId: filmCaptions.filmId,
      language: filmCaptions.language,
      label: filmCaptions.label,
    })
    .from(filmCaptions)
    .where(inArray(filmCaptions.filmId, [...byId.keys()]))
    .orderBy(asc(filmCaptions.label), asc(filmCaptions.language))
  for (const { filmId, ...one } of captions) byId.get(filmId)?.captions.push(one)
  return byId
}

type Described = ResponseOf<typeof listFilms>['films'][number]

/** What the administrator is told of films. */
export async function describeFilms(
  db: Database,
  shown: readonly Film[],
  {
    linkFor,
    madeBy,
  }: { linkFor: (film: Film, path: string) => string; madeBy: Described['made_by'] },
): Promise<Described[]> {
  const processing = shown.filter(({ state }) => state === 'processing').map(({ id }) => id)
  const jobs =
    processing.length === 0
      ? []
      : await db
          .select({ filmId: filmJobs.filmId, progress: filmJobs.progress })
          .from(filmJobs)
          .where(inArray(filmJobs.filmId, processing))
  const lacking =
    madeBy === 'browser'
      ? await listLackingOf(
          db,
          shown.map(({ id }) => id),
        )
      : new Map<string, FilmFileName[]>()
  return shown.map((film): Described => {
    const mine = jobs.filter(({ filmId }) => filmId === film.id)
    const made = film.files.filter(({ name }) => name !== 'original').length
    const progress = mine.reduce((sum, job) => sum + job.progress, made) / (made + mine.length)
    const best = bestRendition(film)
    const original = film.files.find(({ name }) => name === 'original')
    return {
      id: film.id,
      state: film.state,
      plays: playsByNow(film),
      duration_in_seconds: film.durationInSeconds,
      renditions: film.files
        .filter(isRendition)
        .toSorted(
          (left, right) => renditionNames.indexOf(left.name) - renditionNames.indexOf(right.name),
        )
        .map(describeRendition),
      ...(film.message !== null && { message: t(film.message) }),
      filename: film.filename,
      course_id: film.courseId,
      created_at: film.createdAt.toISOString(),
      ...(mine.length > 0 && { progress: Math.min(1, progress) }),
      captions: film.captions.map((one) => ({
        ...one,
        url: linkFor(film, captionsPath(film.id, one.language)),
      })),
      chapters: film.chapters,
      ...(best && { url: linkFor(film, filmPath(film.id, best)) }),
      made_by: madeBy,
      missing: lacking.get(film.id) ?? [],
      ...(original && {
        original: {
          url: linkFor(film, filmPath(film.id, original)),
          size_in_bytes: original.sizeInBytes,
        },
      }),
    }
  })
}

function isRendition(file: FilmFile): file is FilmFile & { name: RenditionName } {
  return renditionNames.some((name) => name === file.name)
}

function describeRendition({
  name,
  height,
  bitsPerSecond,
  sizeInBytes,
}: FilmFile & { name: RenditionName }) {
  return { name, height, bits_per_second: bitsPerSecond, size_in_bytes: sizeInBytes }
}

import { paths } from '../../../../paths.ts'
import type { Film } from '../player/film.ts'

/** One file of a kept lesson: the film, captions in one language, or a file to take away. */
export interface KeptFile {
  /** In addresses, and in the place of its chunks: `film`, `captions-hi`, `file-…`. */
  name: string
  type: string
  sizeInBytes: number
  /** Of captions and files, for people. */
  label: string
}

/** What a device has of a lesson. `run-service-worker.ts` reads `files` and `keepUntil`. */
export interface KeptLesson {
  /** `courseId/videoId` */
  id: string
  learnerId: string
  courseId: string
  videoId: string
  title: string
  courseTitle: string
  filmId: string
  /** The number that goes with reports. Missing in what was kept before it was told, until it is confirmed. */
  filmNumber?: number
  hasNameMark: boolean
  film: Pick<Film, 'duration_in_seconds' | 'chapters'>
  rendition: Pick<Film['renditions'][number], 'name' | 'height' | 'bits_per_second'>
  files: KeptFile[]
  /** Null: its files are not all here yet. */
  keptAt: string | null
  keepUntil: string
  /** The academy's word for when it was kept, which goes with reports. */
  opening: string
}

/** Why a lesson is not on the device any more. */
export type LossReason = 'removed_by_browser' | 'unreadable' | 'expired' | 'replaced' | 'refused'

/** One of the lessons that are to be here, in the order in which they were kept. */
export interface ListedLesson {
  id: string
  title: string
  lost?: LossReason
}

/** A type, because every page looks for it and a type weighs nothing. */
export type KeptListPrefix = 'kept-lessons:'

/**
 * Begins the name in local storage of which lessons are kept for a learner, whose id follows: forgotten
 * at log-out as all that ends so, and left where the browser has removed the lessons themselves. The
 * offline page reads it, too (`src/http/web/show-kept-copies.ts`).
 */
const listPrefix: KeptListPrefix = 'kept-lessons:'

export function readList(learnerId: string): ListedLesson[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(listPrefix + learnerId) ?? '[]')
    return Array.isArray(read) ? read.filter(isListed) : []
  } catch {
    return []
  }
}

/** Null: taken off the list. */
export function writeToList(learnerId: string, id: string, listed: ListedLesson | null): void {
  const others = readList(learnerId).filter((one) => one.id !== id)
  const list = listed ? [...others, listed] : others
  if (list.length === 0) localStorage.removeItem(listPrefix + learnerId)
  else localStorage.setItem(listPrefix + learnerId, JSON.stringify(list))
}

/** Begins the name of a kept lesson's place, which is forgotten at log-out as all that players keep. */
const placePrefix = 'player_at_'

/** Where a kept lesson goes on, in seconds. */
export function readPlace(id: string): number {
  return Number(localStorage.getItem(placePrefix + id))
}

/** Of a lesson that is kept: by whatever player on this device, or as the academy knows it. */
export function writePlace(learnerId: string, id: string, positionInSeconds: number): void {
  if (!readList(learnerId).some((one) => one.id === id)) return
  try {
    localStorage.setItem(placePrefix + id, `${positionInSeconds}`)
  } catch {} // a full device: it begins where it did before
}

function isListed(value: unknown): value is ListedLesson {
  if (typeof value !== 'object' || value === null) return false
  const { id, title } = value as Record<string, unknown>
  return typeof id === 'string' && typeof title === 'string'
}

/** The list of what is kept, which opens without a network, too; with a lesson, that one in the player. */
export function keptLessonsPath(lessonId?: string): string {
  return `${paths.myCourses}?${new URLSearchParams({ tab: 'kept', ...(lessonId && { lesson: lessonId }) })}`
}

export function keptUrl({ id }: Pick<KeptLesson, 'id'>, { name }: Pick<KeptFile, 'name'>): string {
  return `/kept-films/${[...id.split('/'), name].map(encodeURIComponent).join('/')}`
}

export function sizeOf({ files }: Pick<KeptLesson, 'files'>): number {
  return files.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0)
}

/** True for a lesson that consists of these: in the same size, with the same captions. */
export function hasFiles(lesson: KeptLesson | undefined, files: KeptFile[]): lesson is KeptLesson {
  return JSON.stringify(lesson?.files) === JSON.stringify(files)
}

/** What the academy says of a kept lesson when it is asked again; null: it could not be reached. */
export type Confirmation = { film_id: string } | 'refused' | null

/** Why a kept lesson goes now; null: it stays. */
export function lossOf(
  { filmId, keepUntil }: Pick<KeptLesson, 'filmId' | 'keepUntil'>,
  confirmation: Confirmation,
  now: Date,
): LossReason | null {
  if (confirmation === 'refused') return 'refused'
  if (confirmation !== null) return confirmation.film_id === filmId ? null : 'replaced'
  return Date.parse(keepUntil) > now.getTime() ? null : 'expired'
}

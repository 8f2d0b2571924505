import { and, asc, desc, eq, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isPlace } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from '../../access/server/tables.ts'
import { courses, modules, videos } from '../../catalogue/server/tables.ts'
import { isPlayable } from '../../learning/place.ts'
import type * as contract from '../contract.ts'
import type { Note } from '../contract.ts'
import { notes } from './tables.ts'

const isTheirLesson = eq(videos.id, notes.videoId)
const isOwned = and(
  eq(entitlements.learnerId, notes.learnerId),
  eq(entitlements.courseId, notes.courseId),
)

const described = {
  note: notes,
  courseTitle: courses.title,
  videoTitle: videos.title,
  /** Null: the lesson has left the course. */
  presentFilm: sql<number | null>`case when ${isNull(videos.retiredAt)} then ${videos.film} end`,
}

/** With lessons and courses, in those courses alone that the learner may watch now. */
function selectNotes(db: Database, where: SQL | undefined) {
  return db
    .select(described)
    .from(notes)
    .innerJoin(entitlements, isOwned)
    .innerJoin(courses, eq(courses.id, notes.courseId))
    .innerJoin(videos, isTheirLesson)
    .leftJoin(modules, eq(modules.id, videos.moduleId))
    .where(where)
    .$dynamic()
}

type Found = Awaited<ReturnType<typeof selectNotes>>[number]

/** Those of a lesson by second; else newest first. */
export async function listNotes(
  db: Database,
  learnerId: string,
  { course_id, video_id, q = '', cursor, limit }: QueryOf<typeof contract.listMyNotes>,
): Promise<ResponseOf<typeof contract.listMyNotes>> {
  const isOfLesson = video_id !== undefined
  const by = isOfLesson ? notes.atSecond : notes.writtenAt
  const inOrder = isOfLesson ? asc : desc
  const where = and(
    eq(notes.learnerId, learnerId),
    course_id === undefined ? undefined : eq(notes.courseId, course_id),
    video_id === undefined ? undefined : eq(notes.videoId, video_id),
    ...hasWords(notes.text, q),
    cursor === undefined
      ? undefined
      : sql`(${by}, ${notes.id}) ${sql.raw(isOfLesson ? '>' : '<')} (
          select ${by}, ${notes.id} from ${notes}
           where ${notes.learnerId} = ${learnerId} and ${isPlace(notes.id, cursor)})`,
  )
  const found = await selectNotes(db, where)
    .orderBy(inOrder(by), inOrder(notes.id))
    .limit(limit + 1)
  const rows = found.map((row) => ({ id: row.note.id, row }))
  const { page, next_cursor } = cutPage(rows, limit, { canGo: true })
  return { notes: page.map(({ row }) => describeNote(row)), next_cursor }
}

/** Null: the learner has no such note in a course of theirs. */
export async function findNote(db: Database, learnerId: string, id: string): Promise<Note | null> {
  const [row] = await selectNotes(db, and(eq(notes.learnerId, learnerId), eq(notes.id, id)))
  return row ? describeNote(row) : null
}

/** In the order of courses, lessons and seconds; lessons that have left their course come last. */
export function listForExport(
  db: Database,
  learnerId: string,
  { courseId, limit, offset }: { courseId: string | undefined; limit: number; offset: number },
): Promise<Found[]> {
  const where = and(
    eq(notes.learnerId, learnerId),
    courseId === undefined ? undefined : eq(notes.courseId, courseId),
  )
  return selectNotes(db, where)
    .orderBy(
      asc(courses.title),
      asc(notes.courseId),
      asc(modules.position),
      asc(videos.position),
      asc(notes.videoId),
      asc(notes.atSecond),
      asc(notes.id),
    )
    .limit(limit)
    .offset(offset)
}

/** Each word occurs somewhere in the text. */
export function hasWords(text: Parameters<typeof ilike>[0], words: string): SQL[] {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => ilike(text, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`))
}

function describeNote({ note, courseTitle, videoTitle, presentFilm }: Found): Note {
  return {
    id: note.id,
    course_id: note.courseId,
    course_title: courseTitle,
    video_id: note.videoId,
    film: note.film,
    at_second: note.atSecond,
    video_title: videoTitle,
    is_playable: isPlayable(note, presentFilm),
    has_left: presentFilm === null,
    text: note.text,
    revision: note.revision,
    version_of: note.versionOf,
    written_at: note.writtenAt.toISOString(),
    changed_at: note.changedAt.toISOString(),
  }
}

import { hash } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { videos } from '../../catalogue/server/tables.ts'
import type * as contract from '../contract.ts'
import { mayDelete, mergeNote, notesPerCourse } from '../merge-note.ts'
import { type NoteRow, notes } from './tables.ts'

/** Beyond the limit, for texts that stay beside others: these were written already. */
const versionsPerCourse = 1_000

interface Saving {
  learnerId: string
  id: string
  edit: BodyOf<typeof contract.saveMyNote>
}

/**
 * Writes a note by the rules of `merge-note.ts`, one of a learner's at a time. Resolves to the id of the
 * note that the sent text became where it could not be joined with what is there; null: it was.
 */
export function saveNote(
  db: Database,
  { learnerId, id, edit }: Saving,
): Promise<{ versionId: string | null }> {
  return db.transaction(async (db) => {
    await lockNotes(db, learnerId)
    const present = await readNote(db, learnerId, id)
    const merged = mergeNote(present, edit)
    if (present === null) {
      const film = await requireFilm(db, edit)
      await requireRoom(db, { learnerId, courseId: edit.course_id, limit: notesPerCourse })
      await db.insert(notes).values({
        learnerId,
        id,
        courseId: edit.course_id,
        videoId: edit.video_id,
        film,
        atSecond: edit.at_second,
        text: edit.text,
        revision: edit.revision,
      })
      return { versionId: null }
    }
    if (merged.kind === 'apart') return { versionId: await keepApart(db, present, edit) }
    const isMerged = merged.kind === 'merged'
    const text = isMerged ? merged.text : edit.text
    // Sent again it keeps its revision: a device may have heard of that one.
    if (text === present.text) return { versionId: null }
    await db
      .update(notes)
      .set({
        text,
        revision: isMerged ? newId() : edit.revision,
        changedAt: sql`clock_timestamp()`,
      })
      .where(isNote(learnerId, id))
    return { versionId: null }
  })
}

/** False: it was changed since, and stays. */
export function deleteNote(
  db: Database,
  { learnerId, id, seen }: { learnerId: string; id: string; seen: readonly string[] },
): Promise<boolean> {
  return db.transaction(async (db) => {
    await lockNotes(db, learnerId)
    if (!mayDelete(await readNote(db, learnerId, id), seen)) return false
    await db.delete(notes).where(isNote(learnerId, id))
    return true
  })
}

export function lockNotes(db: Database, learnerId: string): Promise<void> {
  return lockUntilCommit(db, 'notes', learnerId)
}

export async function readNote(
  db: Database,
  learnerId: string,
  id: string,
): Promise<NoteRow | null> {
  const [row] = await db.select().from(notes).where(isNote(learnerId, id))
  return row ?? null
}

/** The same text of the same note is kept once, however often it is sent. */
async function keepApart(
  db: Database,
  present: NoteRow,
  edit: Pick<Saving['edit'], 'text' | 'revision'>,
): Promise<string> {
  const { learnerId, courseId } = present
  const id = versionId(present.id, edit.text)
  if (await readNote(db, learnerId, id)) return id
  await requireRoom(db, { learnerId, courseId, limit: notesPerCourse + versionsPerCourse })
  await db.insert(notes).values({
    learnerId,
    id,
    courseId,
    videoId: present.videoId,
    film: present.film,
    atSecond: present.atSecond,
    text: edit.text,
    revision: edit.revision,
    versionOf: present.id,
  })
  return id
}

/** The film that the place is of. Refused with `video_not_found` where the course has no such lesson. */
async function requireFilm(
  db: Database,
  { course_id, video_id, film }: Pick<Saving['edit'], 'course_id' | 'video_id' | 'film'>,
): Promise<number> {
  const [lesson] = await db
    .select({ film: videos.film })
    .from(videos)
    .where(and(eq(videos.id, video_id), eq(videos.courseId, course_id)))
  if (!lesson) throw new ProblemError('video_not_found')
  return Math.min(film, lesson.film)
}

async function requireRoom(
  db: Database,
  { learnerId, courseId, limit }: { learnerId: string; courseId: string; limit: number },
): Promise<void> {
  const [found] = await db
    .select({ count: count() })
    .from(notes)
    .where(and(eq(notes.learnerId, learnerId), eq(notes.courseId, courseId)))
  if ((found?.count ?? 0) >= limit) throw new ProblemError('too_many_notes')
}

function isNote(learnerId: string, id: string) {
  return and(eq(notes.learnerId, learnerId), eq(notes.id, id))
}

function versionId(noteId: string, text: string): string {
  const hex = hash('sha256', `${noteId} ${text}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

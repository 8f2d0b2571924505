import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import * as contract from '../contract.ts'
import { findNote, listNotes } from './read-notes.ts'
import { deleteNote, readNote, saveNote } from './save-note.ts'
import { searchTranscripts } from './search-transcripts.ts'
import { writeMarkdown } from './write-markdown.ts'

interface NotesDependencies extends OpeningDependencies {
  limits: Pick<Limits, 'transcriptSearchByLearner'>
}

export function notesRoutes(serve: Serve, deps: NotesDependencies): void {
  const { db, limits } = deps
  serve(contract.listMyNotes, async ({ query, caller }) => {
    if (query.course_id !== undefined) await requireOwnCourse(db, caller, query.course_id)
    return listNotes(db, caller.learnerId, query)
  })

  serve(contract.saveMyNote, async ({ params: { id }, body, caller }) => {
    const { learnerId } = caller
    const present = await readNote(db, learnerId, id)
    // A note stays in the course in which it was begun.
    const edit = present ? { ...body, course_id: present.courseId } : body
    await requireOwnCourse(db, caller, edit.course_id)
    const { versionId } = await saveNote(db, { learnerId, id, edit })
    const version = versionId === null ? null : await findNote(db, learnerId, versionId)
    const note = await findNote(db, learnerId, id)
    // Deleted by another device, or the course given back, at this very moment: sent again, it is clear.
    if (!note) throw new ProblemError('too_busy')
    return { note, version }
  })

  serve(contract.deleteMyNote, async ({ params: { id }, query, caller }) => {
    const { learnerId } = caller
    const present = await readNote(db, learnerId, id)
    if (!present) return { kept: null }
    await requireOwnCourse(db, caller, present.courseId)
    const isGone = await deleteNote(db, { learnerId, id, seen: query.seen.split(',') })
    return { kept: isGone ? null : await findNote(db, learnerId, id) }
  })

  serve(contract.exportMyNotes, async ({ query: { course_id: courseId }, caller }) => {
    if (courseId !== undefined) await requireOwnCourse(db, caller, courseId)
    const pieces = writeMarkdown(db, caller.learnerId, courseId)
    return new StreamedResponse({ name: 'notes.md', type: 'text/markdown', pieces })
  })

  serve(contract.searchMyTranscripts, async ({ query: { q }, caller }) => {
    await consumeAttempt([limits.transcriptSearchByLearner(caller.learnerId)])
    return searchTranscripts(deps, caller.learnerId, q)
  })
}

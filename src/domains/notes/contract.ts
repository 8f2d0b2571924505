import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { pageCursor } from '../../http/page-cursor.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { placeFields } from '../learning/contract.ts'
import { noteInCharacters } from './merge-note.ts'

const courseId = z.string().min(1).max(200)
const text = z.string().max(noteInCharacters, msg('A note can have up to 10,000 characters.'))
const words = z.string().trim().max(200).optional().describe('Every word of it has to occur.')

const note = z
  .object({
    id: z.uuid(),
    course_id: z.string(),
    course_title: z.string(),
    ...placeFields,
    video_title: z.string(),
    is_playable: z
      .boolean()
      .describe('False: of an earlier film, or the lesson has left the course.'),
    has_left: z.boolean().describe('Its lesson is no longer in the course.'),
    text: z.string(),
    revision: z.uuid(),
    version_of: z
      .uuid()
      .nullable()
      .describe('The note in whose place it was written on another device; both stay.'),
    written_at: z.iso.datetime(),
    changed_at: z.iso.datetime(),
  })
  .meta({ id: 'Note' })
export type Note = z.infer<typeof note>

export const listMyNotes = endpoint('GET /my-notes', {
  summary: 'The caller’s notes in their courses: of a lesson by second, else newest first',
  access: 'learner',
  query: z.object({
    course_id: courseId.optional(),
    video_id: courseId.optional().describe('With its course.'),
    q: words,
    cursor: pageCursor,
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ notes: z.array(note), next_cursor: z.string().nullable() }),
  problems: ['course_not_owned', 'course_not_found'],
})

const params = z.object({ id: z.uuid().describe('Made by the caller.') })

export const saveMyNote = endpoint('PUT /my-notes/:id', {
  summary: 'Writes a note; what was changed elsewhere meanwhile is joined with it, and never lost',
  access: 'learner',
  params,
  body: z.object({
    course_id: courseId,
    ...placeFields,
    text: text.refine((value) => value.trim() !== '', msg('Please write something.')),
    revision: z.uuid().describe('Made by the caller: names this text.'),
    seen: z
      .array(z.uuid())
      .max(20)
      .describe('Revisions that this text replaces: the last one seen, and those sent since.'),
    base: text.describe('The text that was edited; empty for a new note.'),
  }),
  answer: z.object({
    note,
    version: note
      .nullable()
      .describe('The sent text as a note of its own: both had changed the same lines.'),
  }),
  problems: ['course_not_owned', 'course_not_found', 'video_not_found', 'too_many_notes'],
})

export const deleteMyNote = endpoint('DELETE /my-notes/:id', {
  summary: 'Deletes a note, unless it was changed since the caller saw it',
  access: 'learner',
  params,
  query: z.object({
    seen: z
      .string()
      .regex(/^[\da-f-]{36}(,[\da-f-]{36}){0,19}$/)
      .describe('Revisions, joined by commas.'),
  }),
  answer: z.object({ kept: note.nullable().describe('It was changed elsewhere, and stays.') }),
  problems: ['course_not_owned', 'course_not_found'],
})

export const exportMyNotes = endpoint('GET /my-notes.md', {
  summary: 'The caller’s notes in their courses as Markdown, lesson by lesson',
  access: 'learner',
  query: z.object({ course_id: courseId.optional() }),
  answer: z.string(),
  answerType: 'text/markdown',
  problems: ['course_not_owned', 'course_not_found'],
})

const said = z.object({
  course_id: z.string(),
  course_title: z.string(),
  video_id: z.string(),
  video_title: z.string(),
  language: z.string(),
  at_second: z.number(),
  text: z.string(),
})
export type Said = z.infer<typeof said>

export const searchMyTranscripts = endpoint('GET /my-transcripts', {
  summary: 'Where words are said in the films of the caller’s courses; the first twenty films',
  access: 'learner',
  query: z.object({ q: z.string().trim().min(2).max(200) }),
  answer: z.object({
    hits: z.array(said).describe('Three of each film at most.'),
    has_more: z.boolean(),
  }),
  problems: ['too_many_tries'],
})

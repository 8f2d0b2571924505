import * as z from 'zod'
import { instantInput } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'
import { course, courseStates } from '../catalogue/contract.ts'
import { courseDraft as draftOfCourse } from './course-input.ts'
import { courseFile, sentCourseFile } from './transfer/course-file.ts'

/** Named here: the editor's scripts check by the schema itself, and a name may stand once only. */
const courseDraft = draftOfCourse.meta({ id: 'CourseDraft' })
const courseParams = z.object({ id: z.string().min(1).max(200) })
const revision = z.int().min(1).max(2_000_000_000)
const state = z.enum(courseStates)
const publishedState = z.enum(['on_sale', 'unlisted', 'off_sale'])

const change = z.object({
  kind: z.enum(['added', 'moved', 'renamed', 'film_replaced', 'retired', 'details']),
  video_id: z.string().optional().describe('The lesson; missing for the course and its modules.'),
  text: z.string().describe('A sentence.'),
})
export type Change = z.infer<typeof change>

const affected = z.object({
  buyers: z.int().describe('Who have the course.'),
  in_progress: z.int().describe('Who have begun and not completed it.'),
  completed: z.int(),
})
export type Affected = z.infer<typeof affected>

const unpublishedChanges = z
  .int()
  .nullable()
  .describe('How many changes a publication would make; null: nothing is published yet.')
const saved = z.object({
  revision,
  saved_at: z.iso.datetime(),
  unpublished_changes: unpublishedChanges,
})

export const listAllCourses = endpoint('GET /admin/courses', {
  summary: 'Every course with its state, drafts too, newest first',
  access: { right: 'courses' },
  answer: z.array(
    z.object({
      id: z.string(),
      title: z.string().describe('Of a draft as it stands; may be empty.'),
      description: z.string(),
      price: z.number().nullable().describe('Rupees.'),
      thumbnail: z.string().nullable(),
      state,
      module_count: z.int(),
      lesson_count: z.int(),
      has_unpublished_changes: z.boolean(),
      publish_at: z.iso.datetime().nullable(),
    }),
  ),
})

export const createDraft = endpoint('POST /admin/drafts', {
  summary: 'Begins a course as a draft, which nobody but administrators sees',
  access: { right: 'courses' },
  body: z.object({ course: courseDraft }),
  answer: z.object({ id: z.string(), revision }),
})

export const copyCourse = endpoint('POST /admin/courses/:id/copy', {
  summary: 'A new draft with all that the course’s draft holds',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({ id: z.string(), revision }),
  problems: ['course_not_found'],
})

export const previewMarkdown = endpoint('POST /admin/markdown', {
  summary: 'A text in Markdown as the course page will show it',
  isAudited: false, // changes nothing
  access: { right: 'courses' },
  body: z.object({ text: z.string().max(20_000) }),
  answer: z.object({
    html: z.string().describe('Safe in any page.'),
    foreign_pictures: z.array(z.string()).describe('Their words, which stand in their place.'),
  }),
})

export const getDraft = endpoint('GET /admin/courses/:id/draft', {
  summary: 'The course as it is being written',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({
    revision,
    state,
    course: courseDraft,
    saved_at: z.iso.datetime().nullable().describe('Null: as published.'),
    has_unpublished_changes: z.boolean(),
    unpublished_changes: unpublishedChanges,
    published_title: z.string().nullable().describe('Null: nothing is published yet.'),
    publish_at: z.iso.datetime().nullable().describe('When a publication is scheduled.'),
  }),
  problems: ['course_not_found'],
})

export const saveDraft = endpoint('PUT /admin/courses/:id/draft', {
  summary: 'Saves what was written, unless somebody else has saved meanwhile',
  access: { right: 'courses' },
  params: courseParams,
  body: z.object({
    revision,
    course: courseDraft,
    save_id: z.uuid().optional().describe('Of this save, for one that goes right behind it.'),
    after: z
      .uuid()
      .optional()
      .describe('The save that this one goes right behind: refused if another made `revision`.'),
  }),
  answer: saved,
  problems: ['course_not_found', 'draft_conflict'],
})

export const previewDraft = endpoint('GET /admin/courses/:id/preview', {
  summary: 'The draft as the public pages would show it, its own films signed for the caller',
  access: { right: 'courses' },
  params: courseParams,
  answer: course,
  problems: ['course_not_found'],
})

export const publish = endpoint('POST /admin/courses/:id/publish', {
  summary:
    'Puts the draft in the place of what is published; with `dry_run` only tells what changes',
  access: { right: 'courses' },
  params: courseParams,
  body: z.object({
    revision,
    dry_run: z.boolean().default(false),
    state: publishedState.optional().describe('As before, if left out; a draft goes on sale.'),
    publish_at: instantInput
      .optional()
      .describe('Later: what is confirmed now is published at this time.'),
  }),
  answer: z.object({
    revision,
    changes: z.array(change),
    affected,
    publish_at: z.iso.datetime().nullable(),
  }),
  problems: ['course_not_found', 'draft_conflict'],
})

export const unschedule = endpoint('DELETE /admin/courses/:id/schedule', {
  summary: 'Takes a publication back that has not happened yet',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({ message: z.string() }),
  problems: ['course_not_found'],
})

export const changeState = endpoint('PUT /admin/courses/:id/state', {
  summary: 'Puts a published course on sale, off sale, or on sale by its link only',
  access: { right: 'courses' },
  params: courseParams,
  body: z.object({ state: publishedState }),
  answer: z.object({ state }),
  problems: ['course_not_found', 'course_not_published'],
})

export const listPublications = endpoint('GET /admin/courses/:id/publications', {
  summary: 'What was published, by whom and when, newest first',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.array(
    z.object({
      number: z.int(),
      published_at: z.iso.datetime(),
      published_by: z.string().nullable().describe('The name; null: not known.'),
      changes: z.array(change),
      affected,
    }),
  ),
  problems: ['course_not_found'],
})

export const restorePublication = endpoint('POST /admin/courses/:id/publications/:number/restore', {
  summary: 'Takes a publication back as the draft',
  access: { right: 'courses' },
  params: courseParams.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) }),
  body: z.object({ revision }),
  answer: saved,
  problems: ['course_not_found', 'not_found', 'draft_conflict'],
})

export const exportCourse = endpoint('GET /admin/courses/:id/export', {
  summary: 'The draft as one file: texts and pictures, films by reference',
  isAudited: true,
  access: { right: 'courses' },
  params: courseParams,
  answer: courseFile,
  problems: ['course_not_found'],
})

export const importCourse = endpoint('POST /admin/courses/import', {
  summary: 'A new draft from a course file, of this academy or another',
  access: { right: 'courses' },
  body: sentCourseFile,
  answer: z.object({
    id: z.string(),
    revision,
    notes: z.array(z.string()).describe('What could not come along, a sentence each.'),
  }),
})

export const exportCourseCsv = endpoint('GET /admin/courses/:id/export.csv', {
  summary: 'Modules and lessons of the draft as a spreadsheet',
  isAudited: true,
  access: { right: 'courses' },
  params: courseParams,
  answer: z.string(),
  answerType: 'text/csv',
  problems: ['course_not_found'],
})

/** Far more than 2,000 lessons with their links need. */
const csvInCharacters = 2 * 1024 * 1024

export const importCourseCsv = endpoint('POST /admin/courses/import-csv', {
  summary:
    'A new draft from a spreadsheet with the columns module, lesson, link, duration, preview and text; with `dry_run` only tells what is wrong',
  access: { right: 'courses' },
  body: z.object({
    csv: z.string().min(1).max(csvInCharacters, 'A spreadsheet may have at most 2 MB.'),
    title: z.string().trim().max(200).default(''),
    dry_run: z.boolean().default(false),
  }),
  answer: z.object({
    id: z.string().nullable().describe('Of the draft; null with `dry_run`.'),
    modules: z.int(),
    lessons: z.int(),
    problems: z.array(
      z.object({
        row: z.int().describe('As a spreadsheet counts: the header is in row 1.'),
        column: z.string().describe('Empty: the row as a whole.'),
        message: z.string(),
      }),
    ),
    ignored_columns: z.array(z.string()),
  }),
})

export const uploadPicture = endpoint('POST /admin/pictures', {
  summary:
    'Keeps a picture, sent as it is (JPEG, PNG, WebP or AVIF, up to 10 MB), in the sizes that pages show',
  access: { right: 'courses' },
  query: z.object({
    shape: z.enum(['cover', 'portrait']).default('cover').describe('16 by 9, or a square.'),
  }),
  answer: z.object({
    url: z.string().describe('For `thumbnail`, or for the picture of a teacher.'),
    colour: z.string().describe('The average, as #rrggbb.'),
  }),
  problems: ['picture_type_wrong', 'picture_unreadable', 'picture_size_wrong', 'too_large'],
})

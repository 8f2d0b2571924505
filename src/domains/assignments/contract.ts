import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { courseParams } from '../catalogue/contract.ts'
import { acceptedKinds, outcomes } from './assignment.ts'

const staff = { right: 'courses' } as const
const ofLesson = courseParams.extend({ video_id: z.string().min(1).max(200) })
const ofId = z.object({ id: z.uuid() })
const pageQuery = {
  cursor: z.string().max(300).optional().describe('From `next_cursor`.'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
}
const next_cursor = z.string().nullable().describe('Null: this is the last page.')
const longestText = 20_000
const tooLong = msg('Please use at most 20,000 characters.')
const due_on = z.iso.date().nullable().describe('The last day, in India; null: no day.')
const outcome = z.enum(outcomes).nullable().describe('Null: not answered yet.')

const hasLeft = z
  .boolean()
  .describe('True: no longer in the course; nothing more can be handed in, and none is asked for.')

const answer = z.object({
  outcome: z.enum(outcomes),
  mark: z.int().nullable(),
  highest_mark: z.int(),
  words: z.string(),
  answered_at: z.iso.datetime(),
})

const submission = z.object({
  id: z.string(),
  text: z.string(),
  file: z.object({ name: z.string(), size_in_bytes: z.int() }).nullable(),
  handed_in_at: z.iso.datetime(),
  answers: z.array(answer).describe('The last one counts.'),
})
export type Submission = z.infer<typeof submission>

const versionQuery = z.object({
  cursor: z.uuid().optional().describe('From `next_cursor`.'),
  limit: z.coerce.number().int().min(1).max(50).default(50),
})
export type VersionPage = Partial<z.infer<typeof versionQuery>>

const versions = {
  submissions: z.array(submission).describe('Newest first.'),
  versions: z.int().describe('How many there are on all pages.'),
  next_cursor,
}

const asked = {
  title: z.string(),
  instructions_html: z.string().describe('Safe in any page.'),
  highest_mark: z.int(),
}

const state = z.object({
  ...asked,
  accepts: z.enum(acceptedKinds),
  due_on,
  may_hand_in: z.boolean(),
  ...versions,
})
export type AssignmentState = z.infer<typeof state>

const listed = z.object({ video_id: z.string(), outcome, is_handed_in: z.boolean() })

export const listAssignments = endpoint('GET /courses/:course_id/assignments', {
  summary: 'Which lessons of the caller’s course have an assignment, and how it stands',
  access: 'learner',
  params: courseParams,
  answer: z.array(listed),
  problems: ['course_not_found', 'course_not_owned'],
})

export const getAssignment = endpoint('GET /courses/:course_id/videos/:video_id/assignment', {
  summary: 'The assignment of a lesson, with what the caller has handed in and what was answered',
  access: 'learner',
  params: ofLesson,
  query: versionQuery,
  answer: state,
  problems: ['course_not_found', 'course_not_owned', 'lesson_not_due', 'assignment_not_found'],
})

export const handIn = endpoint('POST /courses/:course_id/videos/:video_id/assignment/submissions', {
  summary: 'Hands in a text or an uploaded file; nothing that was handed in before is lost',
  access: 'learner',
  params: ofLesson,
  body: z.object({
    id: z.uuid().describe('Made by the caller: the same one again hands in nothing more.'),
    text: z.string().trim().max(longestText, tooLong).default(''),
    upload_id: z.uuid().nullable().default(null).describe('Of an upload to /api/uploads.'),
  }),
  answer: state,
  problems: [
    'course_not_found',
    'course_not_owned',
    'lesson_not_due',
    'assignment_not_found',
    'assignment_marked',
    'upload_not_found',
    'upload_room_full',
    'too_many_tries',
  ],
})

const file = z.string().describe('To be saved, never shown: the bytes as they were handed in.')

export const getMySubmissionFile = endpoint('GET /my-submissions/:id/file', {
  summary: 'The file of something that the caller has handed in, in a course they have',
  access: 'learner',
  isOpenToViews: false,
  params: ofId,
  answer: file,
  answerType: 'application/octet-stream',
  problems: ['submission_not_found', 'lesson_not_due'],
})

const due = z.object({
  course_id: z.string(),
  course_title: z.string(),
  video_id: z.string(),
  lesson_title: z.string(),
  title: z.string(),
  due_on,
  handed_in_at: z.iso.datetime().nullable(),
  outcome,
  mark: z.int().nullable(),
  highest_mark: z.int(),
  has_left: hasLeft,
})
export type DueAssignment = z.infer<typeof due>

export const listMyAssignments = endpoint('GET /my-assignments', {
  summary:
    'Assignments of the caller’s courses, in the order in which they are due; those of lessons that are not open are left out',
  access: 'learner',
  query: z.object(pageQuery),
  answer: z.object({ assignments: z.array(due), next_cursor }),
})

const listedSubmission = z.object({
  id: z.string(),
  course_title: z.string(),
  lesson_title: z.string(),
  title: z.string(),
  learner_id: z.string(),
  by: z.string(),
  handed_in_at: z.iso.datetime(),
  due_on,
  is_latest: z.boolean(),
  outcome,
  has_left: hasLeft,
  has_course: z.boolean().describe('False: refunded or withdrawn; no mail is sent.'),
})
export type ListedSubmission = z.infer<typeof listedSubmission>

const opened = listedSubmission.extend({ ...asked, ...versions })
export type OpenedSubmission = z.infer<typeof opened>

export const submissionFilters = ['waiting', 'all'] as const

export const listSubmissions = endpoint('GET /admin/submissions', {
  summary: 'What was handed in: what waits oldest first, or all newest first',
  access: staff,
  query: z.object({
    ...pageQuery,
    cursor: z.uuid().optional(),
    filter: z.enum(submissionFilters).default('waiting'),
  }),
  answer: z.object({ submissions: z.array(listedSubmission), next_cursor }),
})

export const countWaitingSubmissions = endpoint('GET /admin/submissions-waiting', {
  summary: 'How much that was handed in waits for an answer; up to a hundred',
  access: staff,
  answer: z.object({ count: z.int() }),
})

export const openSubmission = endpoint('GET /admin/submissions/:id', {
  summary: 'Something handed in, with all that its learner has handed in for the same assignment',
  access: staff,
  params: ofId,
  query: versionQuery,
  answer: opened,
  problems: ['submission_not_found'],
})

export const getSubmissionFile = endpoint('GET /admin/submissions/:id/file', {
  summary: 'The file of something handed in',
  access: staff,
  params: ofId,
  answer: file,
  answerType: 'application/octet-stream',
  problems: ['submission_not_found'],
})

export const answerSubmission = endpoint('POST /admin/submissions/:id/answers', {
  summary:
    'Marks what was handed in last, or asks for it again; told by mail. A later answer corrects',
  access: staff,
  params: ofId,
  body: z.object({
    id: z.uuid().describe('Made by the caller: the same one again answers nothing more.'),
    after: z.int().min(0).max(1000).describe('How many answers the caller has seen.'),
    outcome: z.enum(outcomes),
    mark: z.int().min(0).max(1000).nullable().default(null),
    words: z.string().trim().max(longestText, tooLong).default(''),
  }),
  answer: opened,
  problems: ['submission_not_found', 'submission_superseded', 'submission_answered'],
})

import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { emailAddress, personName } from '../accounts/contract.ts'
import {
  complaintEventKinds,
  complaintOutcomes,
  complaintStates,
  complaintSubjects,
} from './complaint.ts'

const access = { right: 'people' } as const
const params = z.object({ id: z.uuid() })
const words = z
  .string()
  .trim()
  .min(1, msg('Please write what it is about.'))
  .max(5_000, msg('Please use at most 5,000 characters.'))
const day = z.iso.date().describe('In India.')

const short = {
  id: z.string(),
  number: z.string().describe('E.g. `C-2026-000123`.'),
  subject: z.enum(complaintSubjects),
  state: z.enum(complaintStates),
  outcome: z.enum(complaintOutcomes).nullable().describe('Null: not closed.'),
  filed_at: z.iso.datetime(),
  due_on: day,
}

export const fileComplaint = endpoint('POST /complaints', {
  summary: 'Files a complaint and mails its number; a learner by session, a visitor by address',
  access: 'anyone',
  body: z.object({
    id: z
      .uuid()
      .optional()
      .describe(
        'Made by the caller, so that a repeated call files one; other words are added to it.',
      ),
    subject: z.enum(complaintSubjects),
    words,
    payment_id: z.uuid().nullable().optional().describe('Of an own payment; signed in only.'),
    name: personName.optional().describe('Without a session it must be there.'),
    email: emailAddress.optional().describe('Without a session it must be there.'),
  }),
  answer: z.object({ id: z.string(), number: z.string(), due_on: day }),
  problems: ['payment_not_found', 'complaint_not_found', 'too_many_tries'],
})

export const listMyComplaints = endpoint('GET /my-complaints', {
  summary: 'The complaints of the signed-in person, newest first; a hundred at most',
  access: 'learner',
  answer: z.object({ complaints: z.array(z.object(short)) }),
})

const told = z.object({
  kind: z.enum(complaintEventKinds),
  is_of_academy: z.boolean(),
  words: z.string(),
  happened_at: z.iso.datetime(),
})
const complaint = z.object({ ...short, events: z.array(told) })
export type Complaint = z.infer<typeof complaint>

const token = z.string().max(200).optional().describe('From the link in a mail.')

export const getComplaint = endpoint('GET /complaints/:id', {
  summary: 'A complaint and what was said, for who filed it: by session or by the mailed link',
  access: 'anyone',
  params,
  query: z.object({ token }),
  answer: complaint,
  problems: ['complaint_not_found'],
})

export const replyToComplaint = endpoint('POST /complaints/:id/replies', {
  summary:
    'Adds words to a complaint, but those said last once; one that was answered or closed is open again',
  access: 'anyone',
  params,
  body: z.object({ token, words }),
  answer: complaint,
  problems: ['complaint_not_found', 'too_many_tries'],
})

export const complaintFilters = ['open', 'overdue', 'answered', 'closed'] as const

const listed = z.object({
  ...short,
  name: z.string(),
  email: z.string(),
  is_overdue: z.boolean(),
  assigned_to: z.string().nullable().describe('A name; null: nobody.'),
})
export type ListedComplaint = z.infer<typeof listed>

export const listComplaints = endpoint('GET /admin/complaints', {
  summary: 'Complaints by the day they are due; answered and closed ones newest first',
  access,
  query: z.object({
    filter: z.enum(complaintFilters).default('open'),
    subject: z.enum(complaintSubjects).optional(),
    cursor: z.uuid().optional().describe('From `next_cursor`.'),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answer: z.object({
    complaints: z.array(listed),
    next_cursor: z.string().nullable().describe('Null: this is the last page.'),
  }),
})

export const countDueComplaints = endpoint('GET /admin/complaints-due', {
  summary: 'How many open complaints are due within a week, and how many are overdue',
  access,
  answer: z.object({ due: z.int(), overdue: z.int() }),
})

const worked = listed.extend({
  revision: z.int(),
  language: z.string().nullable().describe('That its words are probably in; null: English.'),
  learner_id: z.string().nullable().describe('Null: a visitor, whose address is not proved.'),
  payment_id: z.string().nullable(),
  assignee_id: z.string().nullable(),
  /** Who may work on it. */
  assignable: z.array(z.object({ id: z.string(), name: z.string() })),
  events: z.array(told.extend({ by: z.string().nullable().describe('A member of staff.') })),
})
export type WorkedComplaint = z.infer<typeof worked>

export const openComplaint = endpoint('GET /admin/complaints/:id', {
  summary: 'A complaint with its history',
  access,
  params,
  answer: worked,
  problems: ['complaint_not_found'],
})

const revision = z.int().min(1).describe('That of the complaint that was looked at.')

export const assignComplaint = endpoint('POST /admin/complaints/:id/assign', {
  summary: 'Puts a complaint into the hands of somebody who may work on it',
  access,
  params,
  body: z.object({ revision, staff_id: z.uuid().nullable().describe('Null: nobody.') }),
  answer: worked,
  problems: ['complaint_not_found', 'complaint_changed', 'staff_not_found'],
})

export const answerComplaint = endpoint('POST /admin/complaints/:id/answer', {
  summary: 'Mails an answer to who complained; with an outcome it closes the complaint',
  access,
  params,
  body: z.object({
    revision,
    words,
    outcome: z.enum(complaintOutcomes).nullable().describe('Null: it stays to be closed.'),
  }),
  answer: worked,
  problems: ['complaint_not_found', 'complaint_changed'],
})

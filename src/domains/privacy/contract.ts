import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'

const instant = z.iso.datetime()
const done = z.object({ message: z.string() })
const words = z.string()

export const readRegister = endpoint('GET /privacy/register', {
  summary: 'What the academy keeps about people: why, for how long, and what an erasure does to it',
  access: 'anyone',
  answer: z.object({
    records: z.array(
      z.object({
        name: z.string(),
        title: words,
        what: words,
        purpose: words,
        basis: words.describe('Why it may be kept.'),
        kept: words.describe('How long.'),
        erased: words.describe('What an erasure does to it.'),
        tables: z.array(z.string()).describe('Where it stands in the database.'),
      }),
    ),
  }),
})

const dataExport = z.object({
  id: z.string(),
  requested_at: instant,
  size_in_bytes: z.int().nullable().describe('Null: it is being made.'),
  expires_at: instant.nullable().describe('When the file goes. Null: it is being made.'),
})
export type DataExport = z.infer<typeof dataExport>

export const listExports = endpoint('GET /my-data/exports', {
  summary: 'Copies of their data that the caller asked for and that are there or being made',
  access: 'learner',
  isOpenToViews: false,
  answer: z.object({ exports: z.array(dataExport).describe('The newest first.') }),
})

export const requestExport = endpoint('POST /my-data/exports', {
  summary: 'Has one ZIP made of all that is kept about the caller, and tells them by mail',
  access: 'learner',
  answer: done.extend({ export: dataExport }),
  problems: ['too_many_tries'],
})

export const fetchExport = endpoint('GET /my-data/exports/:id/file', {
  summary: 'The ZIP: JSON files with a description of them, and PDFs',
  access: 'learner',
  isOpenToViews: false,
  params: z.object({ id: z.uuid() }),
  answer: z.string(),
  answerType: 'application/zip',
  problems: ['export_not_found'],
})

export const readErasure = endpoint('GET /my-data/erasure', {
  summary: 'Whether the account of the caller is going to be deleted, and what that waits for',
  access: 'learner',
  answer: z.object({
    erasure: z
      .object({
        requested_at: instant,
        due_at: instant.describe('Until then it can be taken back.'),
        keeps_certificates: z.boolean(),
      })
      .nullable(),
    waits_for: words.nullable().describe('What has to be over first; null: nothing.'),
    has_password: z.boolean().describe('False: a code is mailed instead.'),
    certificates: z.int().describe('How many hold.'),
  }),
})

export const requestErasureCode = endpoint('POST /my-data/erasure/code', {
  summary: 'Mails a code to somebody without a password who wants to be forgotten',
  access: 'learner',
  answer: done,
  problems: ['too_many_tries'],
})

export const erasureInput = z.object({
  password: z.string().max(1000).optional().describe('Of who has one.'),
  code: z.string().trim().max(20).optional().describe('Of who has no password.'),
  keeps_certificates: z
    .boolean()
    .default(false)
    .describe('True: certificates and badges stay as they are, with their name.'),
})

export const requestErasure = endpoint('POST /my-data/erasure', {
  summary: 'Deletes the account of the caller in seven days, unless that is taken back',
  access: 'learner',
  body: erasureInput,
  answer: done,
  problems: [
    'erasure_of_staff',
    'erasure_of_parent',
    'password_wrong',
    'code_wrong',
    'code_expired',
    'code_spent',
    'too_many_tries',
  ],
})

export const cancelErasure = endpoint('DELETE /my-data/erasure', {
  summary: 'The account of the caller stays',
  access: 'learner',
  answer: done,
  problems: ['learner_erased'],
})

export const cancelErasureByLink = endpoint('POST /my-data/erasure/cancel', {
  summary: 'The same by the link that was mailed',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: done,
  problems: ['erasure_link_unusable'],
})

import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { courseParams } from '../catalogue/contract.ts'

export const previewCertificate = endpoint('GET /certificate/:course_id/preview', {
  summary: "What the caller's certificate of a completed course says, or would say; issues nothing",
  access: 'learner',
  params: courseParams,
  answer: z.object({
    issued: z.boolean().describe('From then on the name is printed and does not change.'),
    user_name: z.string(),
    course_title: z.string(),
    completion_date: z.iso.datetime().describe('When the course was completed, UTC.'),
  }),
  problems: ['course_not_found', 'course_not_owned', 'course_not_completed'],
})

const words = z.string()

export const getCertificate = endpoint('GET /certificate/:course_id', {
  summary: "The caller's certificate of a completed course; issued at the first call",
  access: 'learner',
  params: courseParams,
  query: z.object({
    language: z
      .string()
      .max(3)
      .optional()
      .describe(
        'Code of the language that the sheet is drawn in; English where it is not offered.',
      ),
  }),
  answer: z.object({
    user_name: z.string(),
    course_title: z.string(),
    completion_date: z.iso.datetime().describe('When the course was completed, UTC.'),
    certificate_id: z.string(),
    pdf_data: z.string().describe('PDF in base64.'),
    download_filename: z.string(),
    sheet: z
      .object({
        language: z.string().describe('As `lang` has it, e.g. `hi-IN`.'),
        direction: z.enum(['ltr', 'rtl']),
        heading: words,
        student: words,
        course: words,
        completion_date: words,
        certificate_id: words,
        completed_on: words.describe('The date as the sheet says it.'),
      })
      .optional()
      .describe('What the sheet says around them, where a language was asked for.'),
  }),
  problems: ['course_not_found', 'course_not_owned', 'course_not_completed'],
})

export const verifyCertificate = endpoint('GET /certificates/:certificate_id', {
  summary: 'What anyone may know of a certificate: whether it is genuine, whose, and for what',
  access: 'anyone',
  params: z.object({ certificate_id: z.string().min(1).max(100) }),
  answer: z.object({
    certificate_id: z.string(),
    user_name: z.string(),
    course_title: z.string(),
    completion_date: z.iso.datetime(),
    issued_at: z.iso.datetime(),
    replaces: z
      .string()
      .optional()
      .describe('The id that was asked for, where this one was issued in its place.'),
    revoked: z.boolean(),
  }),
  problems: ['certificate_not_found'],
})

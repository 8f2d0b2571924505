import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { courseParams } from '../catalogue/contract.ts'
import { borderKinds, certificateDesigns } from '../look/look.ts'

const words = z.string()

const style = z
  .object({
    design: z.enum(certificateDesigns),
    border: z.enum(borderKinds),
    signatory: z
      .object({ name: z.string(), title: z.string(), picture: z.string().nullable() })
      .nullable(),
  })
  .optional()
  .describe(
    'How the sheet looks and who signs it; left out where the academy chose nothing. The picture is the address of a signature.',
  )

export const previewCertificate = endpoint('GET /certificate/:course_id/preview', {
  summary: "What the caller's certificate of a completed course says, or would say; issues nothing",
  access: 'learner',
  params: courseParams,
  answer: z.object({
    issued: z.boolean().describe('From then on the name is printed and does not change.'),
    user_name: z.string(),
    course_title: z.string(),
    completion_date: z.iso.datetime().describe('When the course was completed, UTC.'),
    style,
  }),
  problems: ['course_not_found', 'course_not_owned', 'course_not_completed'],
})

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
        style,
      })
      .optional()
      .describe('What the sheet says around them, where a language was asked for.'),
  }),
  problems: ['course_not_found', 'course_not_owned', 'course_not_completed'],
})

const certificateParams = z.object({ certificate_id: z.string().min(1).max(100) })

export const verifyCertificate = endpoint('GET /certificates/:certificate_id', {
  summary: 'What anyone may know of a certificate: whether it is genuine, whose, and for what',
  access: 'anyone',
  params: certificateParams,
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

const credential = z.looseObject({
  '@context': z.array(z.string()),
  id: z.string(),
  type: z.array(z.string()),
  issuer: z.unknown(),
  credentialSubject: z.unknown(),
  validFrom: z.string(),
  proof: z.unknown(),
})

export const getBadge = endpoint('GET /certificates/:certificate_id/badge', {
  summary:
    'The certificate as an Open Badge 3.0, which is a W3C Verifiable Credential 2.0: signed once, the same for ever',
  access: 'anyone',
  params: certificateParams,
  answer: credential,
  problems: ['certificate_not_found', 'certificate_withdrawn'],
})

export const getBadgePicture = endpoint('GET /certificates/:certificate_id/badge.png', {
  summary: 'The same badge as a picture that holds it',
  access: 'anyone',
  params: certificateParams,
  answer: z.string(),
  answerType: 'image/png',
  problems: ['certificate_not_found', 'certificate_withdrawn'],
})

export const listDocumentKeys = endpoint('GET /credentials/document-keys', {
  summary: 'The keys that ever signed PDFs of certificates, newest first',
  access: 'anyone',
  answer: z.object({
    keys: z.array(
      z.object({
        public_key: z.string().describe('RSA: SubjectPublicKeyInfo in base64.'),
        certificate: z.string().describe('X.509 in base64, as readers of PDFs show it.'),
      }),
    ),
  }),
})

export const getStatusList = endpoint('GET /credentials/status/:list', {
  summary: 'Which badges were withdrawn: a W3C Bitstring Status List, signed as they are',
  access: 'anyone',
  params: z.object({ list: z.coerce.number().int().min(0).max(9999) }),
  answer: credential,
})

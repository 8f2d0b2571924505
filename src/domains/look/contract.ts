import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import type { ProblemCode } from '../../http/problems.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { type LookPart, look, lookParts } from './look.ts'

const described = look.meta({ id: 'Look' })

const revision = z.int().min(0)
/** What is sent, and what it was made from. */
const changed = look.extend({
  revision: revision
    .optional()
    .describe(
      'As `GET /admin/look` said it: refused with `draft_conflict` if somebody changed the look since. Left out: not asked.',
    ),
})

const looksAnswer = z.object({
  revision: revision.describe('Goes up with each change of draft or published look.'),
  published: described,
  draft: described.nullable().describe('Null: nothing is begun.'),
  history: z
    .array(
      z.object({
        number: z.int(),
        published_at: z.iso.datetime(),
        published_by: z.string().nullable().describe('Null: their account is gone.'),
        look: described,
      }),
    )
    .describe('Newest first; the first is what is seen now.'),
})

export const getLook = endpoint('GET /admin/look', {
  summary: 'How the academy looks, how it did before, and what is begun',
  access: { right: 'settings' },
  answer: looksAnswer,
})

export const saveLookDraft = endpoint('PUT /admin/look/draft', {
  summary: 'Keeps a look that nobody sees yet',
  access: { right: 'settings' },
  body: changed,
  answer: looksAnswer,
  problems: ['draft_conflict'],
})

export const publishLook = endpoint('POST /admin/look/publish', {
  summary:
    'Every page, mail and document to come wears this look from now on; the draft is done with',
  access: { right: 'settings' },
  body: changed.extend({
    part: z
      .enum(Object.keys(lookParts) as [LookPart, ...LookPart[]]) // its own keys
      .optional()
      .describe('Only that is taken, into the look of now and into the draft, which stays one.'),
  }),
  answer: looksAnswer,
  problems: ['draft_conflict'],
})

export const restoreLook = endpoint('POST /admin/look/history/:number/restore', {
  summary: 'Publishes an earlier look again; number 0 is the one that comes with the academy',
  access: { right: 'settings' },
  params: z.object({ number: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  answer: looksAnswer,
  problems: ['not_found'],
})

export const previewLook = endpoint('POST /admin/look/preview', {
  summary: 'A mail as it would look; changes nothing',
  access: { right: 'settings' },
  body: described,
  isAudited: false,
  answer: z.object({
    css: z.string().describe('What pages would carry.'),
    mail: z.string().describe('HTML.'),
    mended: z.array(z.string()).describe('What cannot be kept as it was chosen, each a sentence.'),
  }),
})

export const printSpecimen = endpoint('POST /admin/look/certificate', {
  summary: 'A certificate for any name as it would look; issues nothing',
  access: { right: 'settings' },
  body: z.object({
    look: described,
    name: z.string().trim().min(1, msg('Please type a name.')).max(120),
  }),
  isAudited: false,
  answer: z.object({
    picture: z.string().describe('SVG.'),
    pdf_data: z.string().describe('PDF in base64.'),
  }),
})

const pictureProblems = [
  'logo_type_wrong',
  'logo_unsafe',
  'picture_unreadable',
  'picture_size_wrong',
  'too_large',
] satisfies ProblemCode[]

export const uploadSignature = endpoint('POST /admin/look/signature', {
  summary: 'Takes the paper out of a signature, sent as it is (PNG, JPEG or SVG, up to 2 MB)',
  access: { right: 'settings' },
  answer: z.object({
    signature: z.string().describe('For `certificate.signature` of a look.'),
  }),
  problems: pictureProblems,
})

export const uploadLogo = endpoint('POST /admin/look/logo', {
  summary: 'Makes a mark and icons of a logo, sent as it is (PNG, JPEG or SVG, up to 2 MB)',
  access: { right: 'settings' },
  answer: z.object({ logo: z.string().describe('For `logo` of a look.') }),
  problems: pictureProblems,
})

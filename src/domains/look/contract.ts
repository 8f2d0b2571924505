import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { look } from './look.ts'

const described = look.meta({ id: 'Look' })

const looksAnswer = z.object({
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
  body: described,
  answer: looksAnswer,
})

export const publishLook = endpoint('POST /admin/look/publish', {
  summary:
    'Every page, mail and document to come wears this look from now on; the draft is done with',
  access: { right: 'settings' },
  body: described,
  answer: looksAnswer,
})

export const restoreLook = endpoint('POST /admin/look/history/:number/restore', {
  summary: 'Publishes an earlier look again; number 0 is the one that comes with the academy',
  access: { right: 'settings' },
  params: z.object({ number: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  answer: looksAnswer,
  problems: ['not_found'],
})

export const previewLook = endpoint('POST /admin/look/preview', {
  summary: 'A mail and a certificate as they would look; changes nothing',
  access: { right: 'settings' },
  body: described,
  isAudited: false,
  answer: z.object({
    css: z.string().describe('What pages would carry.'),
    mail: z.string().describe('HTML.'),
    certificate: z.string().describe('SVG.'),
    mended: z.array(z.string()).describe('What cannot be kept as it was chosen, each a sentence.'),
  }),
})

export const uploadLogo = endpoint('POST /admin/look/logo', {
  summary: 'Makes a mark and icons of a logo, sent as it is (PNG, JPEG or SVG, up to 2 MB)',
  access: { right: 'settings' },
  answer: z.object({ logo: z.string().describe('For `logo` of a look.') }),
  problems: [
    'logo_type_wrong',
    'logo_unsafe',
    'picture_unreadable',
    'picture_size_wrong',
    'too_large',
  ],
})

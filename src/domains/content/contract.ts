import * as z from 'zod'
import { instantInput } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { documentContent as content, policies } from './blocks.ts'

const documentContent = content.meta({ id: 'DocumentContent' })
const address = z
  .string()
  .trim()
  .regex(
    /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])$/,
    msg('Please use 2 to 60 small letters, digits and hyphens.'),
  )
const params = z.object({ address: z.string().min(1).max(60) })
const revision = z.int().min(1).max(2_000_000_000)
const access = { right: 'settings' } as const
const publishAt = z.iso.datetime().nullable().describe('When a publication is scheduled.')

const change = z.object({ text: z.string().describe('A sentence.') })
const saved = z.object({
  revision,
  saved_at: z.iso.datetime(),
  unpublished_changes: z.int(),
})

export const listPages = endpoint('GET /admin/pages', {
  summary: 'All pages, and what stands around them (`frame`)',
  access,
  answer: z.array(
    z.object({
      address: z.string(),
      path: z.string().nullable().describe('Where visitors read it; null: around every page.'),
      title: z.string().describe('Of the draft; may be empty.'),
      is_specified: z.boolean().describe('Comes with the academy; cannot be deleted.'),
      published: z
        .boolean()
        .describe(
          'False: nobody has published it; one that comes with the academy is seen all the same.',
        ),
      has_unpublished_changes: z.boolean(),
      publish_at: publishAt,
      is_read: z
        .boolean()
        .nullable()
        .describe('Of policies: whether an owner has published or confirmed it; null: no policy.'),
    }),
  ),
})

export const createPage = endpoint('POST /admin/pages', {
  summary: 'Begins a page at an address of its own; nobody sees it before it is published',
  access,
  body: z.object({ address, title: z.string().trim().min(1).max(200) }),
  answer: z.object({ address: z.string(), revision }),
})

export const getPageDraft = endpoint('GET /admin/pages/:address/draft', {
  summary: 'A page, or `frame`, as it is being written',
  access,
  params,
  answer: z.object({
    revision,
    content: documentContent,
    saved_at: z.iso.datetime().nullable().describe('Null: as published.'),
    unpublished_changes: z.int().describe('How many changes a publication would make.'),
    published: z.boolean(),
    publish_at: publishAt,
  }),
  problems: ['not_found'],
})

export const savePageDraft = endpoint('PUT /admin/pages/:address/draft', {
  summary: 'Saves what was written, unless somebody else has saved meanwhile',
  access,
  params,
  body: z.object({
    revision,
    content: documentContent,
    save_id: z.uuid().optional().describe('Of this save, for one that goes right behind it.'),
    after: z
      .uuid()
      .optional()
      .describe('The save that this one goes right behind: refused if another made `revision`.'),
  }),
  answer: saved,
  problems: ['not_found', 'draft_conflict'],
})

export const publishPage = endpoint('POST /admin/pages/:address/publish', {
  summary: 'Puts the draft where visitors read it; with `dry_run` only tells what changes',
  access,
  params,
  body: z.object({
    revision,
    dry_run: z.boolean().default(false),
    publish_at: instantInput
      .optional()
      .describe('Later: what is confirmed now is published at this time.'),
  }),
  answer: z.object({ revision, changes: z.array(change), publish_at: publishAt }),
  problems: ['not_found', 'draft_conflict'],
})

export const unschedulePage = endpoint('DELETE /admin/pages/:address/schedule', {
  summary: 'Takes a publication back that has not happened yet',
  access,
  params,
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
})

export const listPageHistory = endpoint('GET /admin/pages/:address/history', {
  summary: 'What was published, by whom and when, newest first',
  access,
  params,
  answer: z.array(
    z.object({
      number: z.int(),
      published_at: z.iso.datetime(),
      published_by: z.string().nullable().describe('The name; null: their account is gone.'),
      changes: z.array(change),
    }),
  ),
  problems: ['not_found'],
})

export const restorePage = endpoint('POST /admin/pages/:address/history/:number/restore', {
  summary: 'Takes a publication back as the draft',
  access,
  params: params.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) }),
  body: z.object({ revision }),
  answer: saved,
  problems: ['not_found', 'draft_conflict'],
})

export const deletePage = endpoint('DELETE /admin/pages/:address', {
  summary: 'Takes a page away; one that comes with the academy goes back to its first words',
  access,
  params,
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
})

export const confirmPolicy = endpoint('POST /admin/pages/:address/confirm', {
  summary: 'Says that an owner has read this policy, and that it holds as it stands',
  access,
  params: z.object({ address: z.enum(policies) }),
  answer: z.object({ message: z.string() }),
})

const servedLink = z.object({ label: z.string(), to: z.string() }).nullable()
const html = z.string().describe('Safe in any page.')
const base = { id: z.string() }
const headed = { ...base, heading: z.string() }
/** A part of a page as visitors see it; courses, bundles and the grievance officer have calls of their own. */
const servedBlock = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hero'),
    ...headed,
    lead: z.string(),
    button: servedLink,
    link: servedLink,
    shows_price: z.boolean(),
  }),
  z.object({ type: z.literal('intro'), ...headed, lead: z.string() }),
  z.object({
    type: z.literal('figures'),
    ...base,
    items: z.array(z.object({ value: z.string(), meaning: z.string(), is_guarantee: z.boolean() })),
  }),
  z.object({ type: z.literal('courses'), ...headed, button: servedLink }),
  z.object({ type: z.literal('bundles'), ...headed, button: servedLink }),
  z.object({
    type: z.literal('steps'),
    ...headed,
    style: z.enum(['numbered', 'list']),
    items: z.array(z.object({ heading: z.string(), text: z.string() })),
  }),
  z.object({
    type: z.literal('questions'),
    ...headed,
    html,
    items: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  z.object({ type: z.literal('text'), ...headed, html }),
  z.object({ type: z.literal('teacher'), ...base, name: z.string(), picture: z.string(), html }),
  z.object({
    type: z.literal('testimonial'),
    ...base,
    quote: z.string(),
    name: z.string(),
    role: z.string(),
  }),
  z.object({ type: z.literal('picture'), ...base, picture: z.string(), alt: z.string() }),
  z.object({
    type: z.literal('film'),
    ...base,
    title: z.string(),
    embed_url: z.string().nullable(),
  }),
  z.object({
    type: z.literal('call_to_action'),
    ...headed,
    html,
    button: servedLink,
    link: servedLink,
  }),
  z.object({ type: z.literal('contact'), ...base, note: z.string() }),
])
export type ServedBlock = z.output<typeof servedBlock>

const servedPage = z
  .object({ title: z.string(), description: z.string(), blocks: z.array(servedBlock) })
  .meta({ id: 'ServedPage' })
export type ServedPage = z.output<typeof servedPage>

const servedFrame = z.object({
  menu: z.array(z.object({ label: z.string(), to: z.string() })).nullable(),
  footer: z
    .array(
      z.object({
        heading: z.string(),
        links: z.array(z.object({ label: z.string(), to: z.string() })),
      }),
    )
    .nullable(),
  announcement: z.object({ text: z.string(), link: servedLink }).nullable(),
  social: z.array(z.object({ label: z.string(), to: z.string() })),
})

export const previewPage = endpoint('POST /admin/pages/preview', {
  summary: 'A page as visitors would get it; changes nothing',
  access,
  body: z.object({ address: z.string().max(60), content: documentContent }),
  isAudited: false,
  answer: servedPage
    .extend({ frame: servedFrame.nullable() })
    .describe('Of `frame`: what stands around every page, its announcement whatever the time.'),
})

export const getPage = endpoint('GET /pages/:address', {
  summary:
    'A page as it is published, in the language that is asked for while nobody has changed it',
  access: 'anyone',
  params,
  query: z.object({ language: z.string().max(20).default('en') }),
  answer: servedPage,
  problems: ['not_found'],
})

export const getFrame = endpoint('GET /frame', {
  summary: 'What stands around every page, as far as it was changed',
  access: 'anyone',
  answer: servedFrame,
})

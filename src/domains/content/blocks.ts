import * as z from 'zod'
import { readPictureColour } from '../../shared/figures/own-picture.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { fromIndiaTime } from '../../shared/india-time.ts'
import { publicFigures } from '../analytics/public-figures.ts'
import { pictureUrl } from '../catalogue/contract.ts'
import { recogniseVideoLink } from '../catalogue/video-link.ts'

const noHtml = msg('Please write without HTML: it would be shown as it is typed.')
const noScript = msg('Please link to a web address or a page of the academy.')
const badLink = msg('Please give a path such as /courses, or an address that begins with https://.')
const isHtml = /<\/?[a-z][a-z0-9-]*(\s[^<>]*)?\/?>|<!--/i
const isScriptLink = /\]\(\s*<?\s*(?!https?:|mailto:|tel:)[a-z][a-z0-9+.\s-]*:/i

const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most, msg('This text is too long.'))
    .refine((text) => !isHtml.test(text), noHtml)
    .default('')
const line = words(300)
const text = words(5_000)
const markdown = words(20_000).refine((text) => !isScriptLink.test(text), noScript)

/** A page of the academy, or an address of another site. Empty: none yet. */
export function isLinkTarget(to: string): boolean {
  if (/^\/(?![/\\])[^\s<>"'\\]*$/.test(to)) return true
  return /^https:\/\/[^\s<>"'\\]+$/i.test(to) && URL.canParse(to)
}
const linkTarget = z
  .string()
  .trim()
  .max(2_000, badLink)
  .refine((to) => to === '' || isLinkTarget(to), badLink)
  .default('')
const link = z.object({ label: line, to: linkTarget })
const noLink = { label: '', to: '' }
const picture = pictureUrl(msg('Please upload the picture.'))
  .refine(
    (url) => url === '' || readPictureColour(url) !== undefined,
    msg('Please upload the picture.'),
  )
  .default('')

/** Of the settings, as today's pages show them; nothing while nobody has set them. */
export const settingFigures = ['students', 'success_rate', 'rating', 'guarantee'] as const
const figure = z.object({
  source: z.enum([...settingFigures, ...publicFigures, 'typed']).default('learners'),
  value: words(20).describe('Of a typed one.'),
  meaning: words(100),
  proof: words(1_000).describe('What proves a typed one; kept in the audit log, not shown.'),
})

const id = z.string().regex(/^[\w-]{1,40}$/)
const block = <const Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  shape: Shape,
) => z.object({ type: z.literal(type), id, ...shape })
const rows = <Row extends z.ZodType>(row: Row) =>
  z.array(row).max(30, msg('At most 30 stand here.')).default([])

const blockSchema = z.discriminatedUnion('type', [
  block('hero', {
    heading: line,
    lead: text,
    button: link.default(noLink),
    link: link.default(noLink),
    shows_price: z.boolean().default(true).describe('With the seats, as far as they are set.'),
  }),
  block('intro', { heading: line, lead: text }),
  block('figures', { items: rows(figure) }),
  block('courses', { heading: line, button: link.default(noLink) }),
  block('bundles', { heading: line, button: link.default(noLink) }),
  block('steps', {
    heading: line,
    style: z.enum(['numbered', 'list']).default('numbered'),
    items: rows(z.object({ heading: line, text })),
  }),
  block('questions', {
    heading: line,
    lead: markdown,
    items: rows(z.object({ question: line, answer: text })),
  }),
  block('text', { heading: line, text: markdown }),
  block('teacher', { name: line, picture, text: markdown }),
  block('testimonial', {
    quote: text,
    name: line,
    role: line,
    agreed: z.boolean().default(false).describe('The person agreed to be quoted.'),
  }),
  block('picture', { picture, alt: line }),
  block('film', {
    url: z
      .string()
      .trim()
      .max(2_000)
      .refine(
        (url) =>
          url === '' || ['youtube', 'vimeo'].includes(recogniseVideoLink(url)?.provider ?? ''),
        msg('Please give the address of a film on YouTube or Vimeo.'),
      )
      .default(''),
    title: line,
  }),
  block('call_to_action', {
    heading: line,
    text: markdown,
    button: link.default(noLink),
    link: link.default(noLink),
  }),
  block('contact', { note: text }),
])
export type Block = z.output<typeof blockSchema>
export type BlockType = Block['type']
export type Link = z.output<typeof link>

export const blocksAtMost = 60
export const pageContent = z.object({
  kind: z.literal('page').default('page'),
  title: words(200).describe('For tabs and search results; the name of the academy is added.'),
  description: words(500).describe('For search results.'),
  blocks: z
    .array(blockSchema)
    .max(blocksAtMost, msg('A page has at most 60 parts.'))
    .refine(
      (blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length,
      msg('Two parts have the same id.'),
    )
    .default([]),
})
export type PageContent = z.output<typeof pageContent>

const indiaTime = z
  .string()
  .refine(
    (typed) => typed === '' || fromIndiaTime(typed) !== null,
    msg('Please give a date and a time.'),
  )
  .default('')
  .describe('India’s time, as 2026-11-24T09:00; empty: open.')
const announcement = z.object({
  text: words(300),
  link: link.default(noLink),
  from: indiaTime,
  until: indiaTime,
})

/** What stands around every page. */
export const frameContent = z.object({
  kind: z.literal('frame'),
  menu: rows(link),
  footer: rows(z.object({ heading: line, links: rows(link) })),
  announcement: announcement.default({ text: '', link: noLink, from: '', until: '' }),
  social: rows(
    z.object({
      url: z
        .string()
        .trim()
        .max(2_000)
        .refine(
          (url) => url === '' || (url.startsWith('https://') && isLinkTarget(url)),
          msg('Please give an address that begins with https://.'),
        )
        .default(''),
    }),
  ),
})
export type FrameContent = z.output<typeof frameContent>

export const documentContent = z.discriminatedUnion('kind', [pageContent, frameContent])
export type DocumentContent = z.output<typeof documentContent>

export const policies = ['refund-policy', 'terms', 'privacy'] as const
export const specifiedPages = ['home', 'about', 'results', 'contact', ...policies] as const
export type SpecifiedPage = (typeof specifiedPages)[number]
export const frameAddress = 'frame'

export function isSpecified(address: string): address is SpecifiedPage {
  return (specifiedPages as readonly string[]).includes(address)
}

/** What texts may say in braces, filled from the settings when a page is served. */
export const placeholders = [
  'academy',
  'subject',
  'guarantee_days',
  'support_email',
  'support_phone',
  'support_hours',
  'postal_address',
] as const

export const figureNames: Record<z.output<typeof figure>['source'], string> = {
  students: msg('Students, as in the settings'),
  success_rate: msg('Success rate, as in the settings'),
  rating: msg('Average rating, as in the settings'),
  guarantee: msg('Days of the money-back guarantee'),
  learners: msg('Learners, counted'),
  courses: msg('Courses on sale, counted'),
  hours_played: msg('Hours played, counted'),
  certificates: msg('Certificates issued, counted'),
  average_rating: msg('Average rating of the reviews, counted'),
  reviews: msg('Reviews, counted'),
  typed: msg('A figure of your own'),
}

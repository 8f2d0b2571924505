import * as z from 'zod'
import { instantInput } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'
import { pageCursor } from '../../http/page-cursor.ts'
import { letterLists } from '../../shared/mail-lists.ts'
import { audiences, campaignStates } from './campaign-labels.ts'

const access = { right: 'letters' } as const
const letterParams = z.object({ id: z.uuid() })

const content = {
  list: z
    .enum(letterLists)
    .describe('`news`: to who said yes to it. `courses`: about a course its readers have.'),
  subject: z
    .string()
    .trim()
    .min(1, 'Please enter a subject.')
    .max(200, 'Please use at most 200 characters.')
    .regex(/^[^\r\n]*$/, 'Please write the subject in one line.'),
  body: z
    .string()
    .trim()
    .min(1, 'Please write something.')
    .max(20_000, 'Please use at most 20,000 characters.')
    .describe('Markdown.'),
  audience: z.enum(audiences).describe('`stalled`: has begun, and not gone on for two weeks.'),
  course_id: z.string().max(100).nullable().describe('Null: everybody.'),
}

const letterInput = z
  .object(content)
  .refine(({ audience, course_id }) => audience === 'everybody' || course_id !== null, {
    path: ['course_id'],
    message: 'Please choose a course.',
  })
  .refine(({ audience, course_id }) => audience !== 'everybody' || course_id === null, {
    path: ['course_id'],
    message: 'A campaign to everybody has no course.',
  })
  .refine(({ audience, list }) => audience !== 'everybody' || list === 'news', {
    path: ['list'],
    message: 'Only news goes to everybody. Please choose whose course this is about.',
  })
export type CampaignInput = z.infer<typeof letterInput>

const letter = z.object({
  id: z.string(),
  ...content,
  subject: z.string(),
  body: z.string(),
  course_title: z.string().nullable(),
  state: z.enum(campaignStates),
  revision: z.int(),
  send_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  begun_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
  people: z.int().describe('In the audience, as far as it is counted.'),
  is_counted: z.boolean().describe('False: the audience is still being written down.'),
  mailed: z.int(),
  left_out: z.int().describe('Said no or were blocked meanwhile, or have no account any more.'),
  has_stopped: z
    .boolean()
    .describe(
      'For an hour nobody got it though it should go, and it waits behind no other campaign.',
    ),
  unknown: z
    .int()
    .nullable()
    .describe(
      'Of `mailed`: the mail server fell silent amid them, so they may not have arrived. Null: the mails are not kept any more.',
    ),
  refused: z
    .int()
    .nullable()
    .describe('Of `mailed`: not taken by the mail server. Null: as above.'),
  withdrawn: z
    .int()
    .nullable()
    .describe('Of `mailed`: taken back, as their reader said no meanwhile. Null: as above.'),
  not_arrived: z
    .array(
      z.object({
        user_id: z.string().nullable().describe('The account, if it is still there.'),
        email: z.string().describe('Where the mail was to go.'),
        reason: z.string().nullable(),
        may_have_arrived: z.boolean(),
      }),
    )
    .describe('Those of `unknown` and `refused`, at most a hundred of them, newest first.'),
})
export type Campaign = z.infer<typeof letter>

const listedCampaign = letter.omit({
  body: true,
  unknown: true,
  refused: true,
  withdrawn: true,
  not_arrived: true,
})
export type ListedCampaign = z.infer<typeof listedCampaign>

export const listCampaigns = endpoint('GET /admin/letters', {
  summary: 'Campaigns, newest first',
  access,
  query: z.object({
    cursor: pageCursor,
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answer: z.object({
    letters: z.array(listedCampaign),
    next_cursor: z.string().nullable().describe('Null: this is the last page.'),
  }),
})

export const listCampaignTroubles = endpoint('GET /admin/letter-troubles', {
  summary: 'Campaigns that have stopped, and those of the last week of which mails did not arrive',
  access,
  answer: z.object({
    letters: z.array(
      z.object({
        id: z.string(),
        subject: z.string(),
        has_stopped: z.boolean(),
        not_arrived: z.int().describe('Mails that were refused or may not have arrived.'),
      }),
    ),
  }),
})

export const createCampaign = endpoint('POST /admin/letters', {
  summary: 'Begins a campaign',
  access,
  body: letterInput.safeExtend({
    id: z.uuid().optional().describe('Made by the caller, so that a repeated call makes one.'),
  }),
  answer: letter,
  problems: ['course_not_found'],
})

export const getCampaign = endpoint('GET /admin/letters/:id', {
  summary: 'A campaign and how far it is',
  access,
  params: letterParams,
  answer: letter,
  problems: ['letter_not_found'],
})

const revision = z.int().min(1).describe('That of the campaign that was looked at.')

export const changeCampaign = endpoint('PUT /admin/letters/:id', {
  summary: 'Changes a draft',
  access,
  params: letterParams,
  body: letterInput.safeExtend({ revision }),
  answer: letter,
  problems: ['letter_not_found', 'letter_changed', 'letter_not_draft', 'course_not_found'],
})

export const deleteCampaign = endpoint('DELETE /admin/letters/:id', {
  summary: 'Deletes a draft',
  access,
  params: letterParams,
  answer: z.object({ message: z.string() }),
  problems: ['letter_not_found', 'letter_not_draft'],
})

export const previewCampaign = endpoint('GET /admin/letters/:id/preview', {
  summary: 'How a campaign looks',
  access,
  params: letterParams,
  answer: z.object({ subject: z.string(), html: z.string() }),
  problems: ['letter_not_found'],
})

export const countReaders = endpoint('GET /admin/letters/:id/readers', {
  summary: 'How many people would get a campaign now; its whole audience is counted',
  access,
  params: letterParams,
  answer: z.object({ people: z.int() }),
  problems: ['letter_not_found'],
})

export const testCampaign = endpoint('POST /admin/letters/:id/test', {
  summary: 'Mails a campaign to whoever asks, and to nobody else',
  access,
  params: letterParams,
  answer: z.object({ message: z.string() }),
  problems: ['letter_not_found'],
})

export const sendCampaign = endpoint('POST /admin/letters/:id/send', {
  summary: 'Sends a draft now or at a time; asked again, it answers the same',
  access,
  params: letterParams,
  body: z.object({
    revision,
    send_at: instantInput
      .refine((at) => Date.parse(at) < Date.now() + 366 * 24 * 3_600_000, {
        message: 'Please choose a time within a year.',
      })
      .nullable()
      .optional()
      .describe('Null, left out or past: now.'),
  }),
  answer: letter,
  problems: ['letter_not_found', 'letter_changed', 'letter_not_draft', 'letter_without_readers'],
})

export const cancelCampaign = endpoint('POST /admin/letters/:id/cancel', {
  summary: 'Makes a campaign that has not begun to go out a draft again',
  access,
  params: letterParams,
  answer: letter,
  problems: ['letter_not_found', 'letter_has_begun'],
})

const settings = z.object({
  letters_a_minute: z
    .int('Please enter a whole number.')
    .min(1, 'Please enter at least 1.')
    .max(6000, 'Please enter at most 6,000.'),
  are_reminders_on: z
    .boolean()
    .describe('Reminds learners, once, of a course that they left at the checkout.'),
})

export const getCampaignSettings = endpoint('GET /admin/letter-settings', {
  summary: 'How fast campaigns go, and whether checkouts left without paying are reminded of',
  access,
  answer: settings,
})

export const saveCampaignSettings = endpoint('PUT /admin/letter-settings', {
  summary: 'Changes those settings of campaigns that are given',
  access,
  body: settings.partial(),
  answer: settings,
})

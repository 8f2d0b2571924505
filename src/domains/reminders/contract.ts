import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { remindedBy } from './study-plan.ts'

const planFields = {
  weekdays: z
    .array(z.int().min(1).max(7))
    .min(1, msg('Please choose at least one day.'))
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
    .describe('1 is Monday.'),
  hour: z.int().min(0).max(23).describe('In India.'),
  minutes: z.int().min(1).max(600).describe('A day.'),
  reminded_by: z.enum(remindedBy),
}
const plan = z.object({
  ...planFields,
  weekdays: z.array(z.int()),
  since: z.iso.date().describe('The first day that counts.'),
  streak: z
    .int()
    .describe('Planned days in a row with something played; a missed one is forgiven.'),
  played_today_in_seconds: z.number().nullable().describe('Null: nothing was played yet.'),
  browsers: z.int().describe('How many get messages.'),
})
const answer = z.object({ plan: plan.nullable().describe('Null: none was set.') })
export type MyStudyPlan = z.infer<typeof plan>

/** Base64url without padding. */
const bytes = (length: number) => z.base64url().length(Math.ceil((length * 4) / 3))

export const getMyStudyPlan = endpoint('GET /my-account/study-plan', {
  summary: 'The caller’s own week, and how it goes',
  access: 'learner',
  answer,
})

export const saveMyStudyPlan = endpoint('PUT /my-account/study-plan', {
  summary: 'Sets the caller’s own week, and whether they are reminded when nothing was played',
  access: 'learner',
  body: z.object({
    ...planFields,
    browser: z
      .object({
        endpoint: z.url({ protocol: /^https$/ }).max(1_000),
        p256dh: bytes(65),
        auth: bytes(16),
        public_key: z.base64url().max(100).describe('The one that it was asked with.'),
      })
      .optional()
      .describe('Gets messages, too, until its session ends; five at most.'),
  }),
  answer,
  problems: ['no_reminders_for_children', 'push_not_taken'],
})

export const endMyStudyPlan = endpoint('DELETE /my-account/study-plan', {
  summary: 'Ends the caller’s plan with its reminders; what was counted for it is forgotten',
  access: 'learner',
  answer,
})

export const getPushKey = endpoint('GET /my-account/push-key', {
  summary: 'The key by which a browser asks its push service for an address',
  access: 'learner',
  answer: z.object({ public_key: z.string() }),
})

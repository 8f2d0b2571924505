import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { settingGroups } from './setting-groups.ts'

const settingsAnswer = z.object({
  settings: z.array(
    z
      .object({
        name: z.string().describe('Of its environment variable.'),
        group: z.enum(settingGroups),
        label: z.string(),
        hint: z.string(),
        is_secret: z.boolean(),
        takes_effect: z.enum(['at_once', 'at_next_start']),
        from: z
          .enum(['environment', 'browser', 'default'])
          .describe('Where it is set; what the process was started with wins.'),
        value: z.string().nullable().describe('Null: not set, or a secret.'),
        by_default: z.string().nullable(),
      })
      .meta({ id: 'Setting' }),
  ),
})

export const getSettings = endpoint('GET /admin/settings', {
  summary: 'What can be set in the browser, and how it is set now',
  access: { right: 'settings' },
  answer: settingsAnswer,
})

export const saveSettings = endpoint('PUT /admin/settings', {
  summary: 'Sets some settings; an empty text takes one back to its default',
  access: { right: 'settings' },
  body: z.object({
    values: z
      .record(z.string(), z.string().trim().max(2_000, 'Please write at most 2,000 characters.'))
      .describe('By the names of the environment variables.'),
    password: z
      .string()
      .max(1_000)
      .optional()
      .describe('One’s own, to change payments, mail, sign-in or backups.'),
    proof: z.string().trim().max(1_000).optional().describe('What proves the figures.'),
  }),
  answer: settingsAnswer,
  problems: ['password_wrong'],
})

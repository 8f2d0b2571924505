import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { checklistItems, checkStates } from './check-states.ts'
import { firstRunStates, setupSteps } from './first-run.ts'

const checkedItem = z
  .object({
    item: z.enum(checklistItems),
    state: z.enum(checkStates),
    sentence: z.string().describe('What was found, and what to do about it.'),
    checked_at: z.iso.datetime().nullable().describe('Null: it was not tested yet.'),
    can_test: z.boolean().describe('Whether there is something to try out now.'),
  })
  .meta({ id: 'ChecklistItem' })

const grievanceOfficer = z.object({ name: z.string(), email: z.string(), phone: z.string() })

export const getChecklist = endpoint('GET /admin/checklist', {
  summary: 'What must stand before the first learner comes, as it was found',
  access: { right: 'settings' },
  answer: z.object({
    items: z.array(checkedItem),
    grievance_officer: grievanceOfficer.nullable(),
    first_run: z.enum(firstRunStates),
    stopped: z
      .array(
        z.object({
          directive: z.string(),
          blocked: z.string().describe('An origin, or a word such as `inline`.'),
          page: z.string().describe('The first part of the address.'),
          reports: z.int(),
          last_seen_at: z.iso.datetime(),
        }),
      )
      .describe('What the pages’ content security policy stopped in browsers, newest first.'),
  }),
})

const reported = z.string().nullish()

export const reportViolations = endpoint('POST /csp-reports', {
  summary: 'Browsers tell what the content security policy of a page stopped',
  access: 'anyone',
  body: z.union([
    z
      .array(
        z.object({
          body: z.object({
            effectiveDirective: reported,
            blockedURL: reported,
            documentURL: reported,
            sourceFile: reported,
          }),
        }),
      )
      .max(50, 'Please send at most 50 reports at once.'),
    z.object({
      'csp-report': z.object({
        'effective-directive': reported,
        'blocked-uri': reported,
        'document-uri': reported,
        'source-file': reported,
      }),
    }),
  ]),
  answer: z.object({}),
  problems: ['too_many_tries'],
})

const firstRunAnswer = z.object({
  state: z.enum(firstRunStates),
  steps: z.array(z.object({ step: z.enum(setupSteps), is_done: z.boolean() })),
})

export const getFirstRun = endpoint('GET /admin/first-run', {
  summary: 'What a new academy needs, step by step, and what of it is done',
  access: { right: 'settings' },
  answer: firstRunAnswer,
})

export const setFirstRun = endpoint('PUT /admin/first-run', {
  summary: 'Notes that an owner was led to the steps, or needs them no more',
  access: { right: 'settings' },
  body: z.object({ state: z.enum(['open', 'closed']) }),
  answer: firstRunAnswer,
})

export const testChecklistItem = endpoint('POST /admin/checklist/:item/test', {
  summary:
    'Tries one item out now: sends a mail to the caller, asks Razorpay, asks for a backup; the same within ten seconds is tried once',
  access: { right: 'settings' },
  params: z.object({ item: z.enum(checklistItems) }),
  answer: checkedItem,
  problems: ['not_found'],
})

export const setGrievanceOfficer = endpoint('PUT /admin/grievance-officer', {
  summary: 'Names the grievance officer whom the contact page shows',
  access: { right: 'settings' },
  body: z.object({
    name: z
      .string()
      .trim()
      .min(1, "Please enter the officer's name.")
      .max(100, 'Please enter a name of at most 100 characters.'),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254, 'Please enter a shorter e-mail address.')
      .pipe(z.email('Please enter a valid e-mail address.')),
    phone: z
      .string()
      .trim()
      .max(40, 'Please enter a phone number of 7 to 15 digits.')
      .regex(/^\+?(?:[ ()-]*\d){7,15}[ ()-]*$/, 'Please enter a phone number of 7 to 15 digits.'),
    before: grievanceOfficer
      .nullable()
      .optional()
      .describe('Who was named when it was looked: refused if that is somebody else by now.'),
  }),
  answer: grievanceOfficer,
  problems: ['settings_changed'],
})

export const getGrievanceOfficer = endpoint('GET /grievance-officer', {
  summary: 'Whom to write to about a complaint; null while nobody is named',
  access: 'anyone',
  answer: z.object({ grievance_officer: grievanceOfficer.nullable() }),
})

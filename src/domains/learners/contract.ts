import * as z from 'zod'
import { day, inOrder, instantInput, isInOrder } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'
import { pageCursor } from '../../http/page-cursor.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { emailAddress, personName } from '../accounts/contract.ts'
import { courseStates } from '../catalogue/contract.ts'

export const learnerFilters = ['never_started', 'stalled', 'refunded'] as const
export const learnerSorts = ['newest', 'name'] as const

const params = z.object({ id: z.uuid() })
const courseId = z.string().min(1).max(200)
const done = z.object({ message: z.string() })
const reason = z
  .string()
  .trim()
  .min(1, 'Please say why.')
  .max(500, 'Please use at most 500 characters.')
const withReason = z.object({ reason })

/** The longest e-mail address has 254. */
const searchInCharacters = 300

const listedLearner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  created_at: z.iso.datetime(),
  courses: z.int().describe('How many they have now.'),
  is_blocked: z.boolean(),
})
export type ListedLearner = z.infer<typeof listedLearner>

export const listLearners = endpoint('GET /admin/learners', {
  summary: 'Who has an account, page by page',
  access: { right: 'people' },
  query: z.object({
    search: z
      .string()
      .trim()
      .max(searchInCharacters, `Please search for at most ${searchInCharacters} characters.`)
      .optional()
      .describe(
        'Part of a name or e-mail, the id of a payment, order or certificate, or the number of a receipt, invoice or credit note.',
      ),
    filter: z
      .enum(learnerFilters)
      .optional()
      .describe(
        '`never_started`: has a course and has played nothing of any they have. `stalled`: has begun one and not completed it, and played nothing for two weeks. With `has_course` both are about that course alone. `refunded`: an order of theirs was.',
      ),
    has_course: courseId.optional().describe('Who have this course now.'),
    sort: z.enum(learnerSorts).default('newest'),
    cursor: pageCursor,
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answer: z.object({
    learners: z.array(listedLearner),
    next_cursor: z.string().nullable().describe('Null: this is the last page.'),
  }),
})

export const listCourseNames = endpoint('GET /admin/course-names', {
  summary: 'Every course that somebody can have, also what is not sold any more, by title',
  access: { right: 'people' },
  answer: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.enum(courseStates),
      is_deleted: z.boolean().describe('True: it cannot be given any more.'),
    }),
  ),
})

const instant = z.iso.datetime()
const lesson = z.object({
  id: z.string(),
  title: z.string(),
  module: z.string(),
  fraction: z.number(),
  completed: z.boolean(),
  last_played_at: instant.nullable(),
  not_due: z.string().nullable().describe('Not open for them yet: when it opens, as a sentence.'),
})
const learnersCourse = z.object({
  course_id: z.string(),
  title: z.string(),
  owned: z.boolean().describe('False: they had it once.'),
  is_gift: z.boolean().describe('True: there is a gift to withdraw.'),
  progress: z.number().describe('Percent.'),
  completed_at: instant.nullable(),
  history: z.array(z.object({ at: instant, change: z.string(), reason: z.string() })),
  lessons: z.array(lesson),
})
const learnersOrder = z.object({
  id: z.string(),
  course_title: z.string(),
  status: z.string(),
  amount: z.number().nullable().describe('Rupees. Null: not shown to this role.'),
  returned: z
    .number()
    .nullable()
    .describe('Rupees that went back so far, in parts too. Null: not shown to this role.'),
  razorpay_order_id: z.string().nullable(),
  razorpay_payment_id: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  failed_refund_ids: z.array(z.string()).describe('Refunds that Razorpay turned down so far.'),
  timeline: z.array(z.object({ at: instant, source: z.string(), text: z.string() })),
})

const learner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.string().nullable().describe('Null: no staff.'),
  created_at: instant,
  blocked: z.object({ at: instant, reason: z.string() }).nullable(),
  new_email: z.string().nullable().describe('Waits for the link that was mailed there.'),
  erasure: z
    .object({ due_at: instant, is_done: z.boolean() })
    .nullable()
    .describe('Asked to be forgotten, from then on, or was.'),
  joined: z
    .array(z.object({ email: z.string(), name: z.string(), joined_at: instant }))
    .describe('Accounts that were joined to this one, the newest first.'),
  courses: z.array(learnersCourse),
  orders: z.array(learnersOrder).describe('The newest fifty.'),
  certificates: z.array(
    z.object({
      id: z.string(),
      name: z.string().describe('As printed.'),
      course_title: z.string(),
      issued_at: instant,
      revoked_at: instant.nullable(),
    }),
  ),
  mails: z
    .array(
      z.object({
        id: z.string(),
        subject: z.string(),
        queued_at: instant,
        sent_at: instant.nullable(),
        failure: z.string().nullable(),
        can_resend: z.boolean().describe('False for letters, which ask for consent each time.'),
      }),
    )
    .describe('The newest fifty that are kept.'),
  sessions: z.array(
    z.object({
      device: z.string().nullable().describe('As the browser calls itself.'),
      created_at: instant,
      last_used_at: instant.describe('To the hour.'),
    }),
  ),
})
export type Learner = z.infer<typeof learner>

export const getLearner = endpoint('GET /admin/learners/:id', {
  summary: 'All about one person',
  access: { right: 'people' },
  params,
  answer: learner,
  problems: ['learner_not_found'],
})

export const giveCourse = endpoint('POST /admin/learners/:id/courses', {
  summary: 'Gives a course as a gift; once, also if asked again',
  access: { right: 'gifts' },
  params,
  body: z.object({ course_id: courseId, reason }),
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'course_not_found', 'course_not_published'],
})

export const withdrawGift = endpoint('DELETE /admin/learners/:id/courses/:course_id', {
  summary: 'Takes back what was given as a gift; what was paid for stays',
  access: { right: 'gifts' },
  params: z.object({ id: z.uuid(), course_id: courseId }),
  body: withReason,
  answer: z.object({
    message: z.string(),
    owned: z.boolean().describe('True: something else still opens the course.'),
  }),
  problems: ['learner_not_found', 'learner_erased', 'gift_not_found'],
})

export const openLesson = endpoint('POST /admin/learners/:id/courses/:course_id/openings', {
  summary: 'Opens a lesson for one learner sooner than its rule does; what is open stays open',
  access: { right: 'gifts' },
  params: z.object({ id: z.uuid(), course_id: courseId }),
  body: z.object({
    video_id: z.string().min(1).max(200),
    opens_at: instantInput.nullable().default(null).describe('Null: now.'),
    reason,
  }),
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'course_not_owned', 'video_not_found'],
})

export const resendMail = endpoint('POST /admin/learners/:id/mails/:mail_id/resend', {
  summary: 'Sends a kept mail once more, at most once a minute',
  access: { right: 'people' },
  params: z.object({ id: z.uuid(), mail_id: z.uuid() }),
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'mail_not_found', 'of_staff'],
})

export const reissueCertificate = endpoint(
  'POST /admin/learners/:id/certificates/:certificate_id/reissue',
  {
    summary: 'Issues a certificate again with the right name; the old number leads to the new one',
    access: { right: 'people' },
    params: z.object({ id: z.uuid(), certificate_id: z.string().min(1).max(100) }),
    body: z.object({ name: personName, reason }),
    answer: done.extend({ certificate_id: z.string() }),
    problems: ['learner_not_found', 'learner_erased', 'certificate_not_found', 'of_staff'],
  },
)

export const requestEmailChange = endpoint('POST /admin/learners/:id/email', {
  summary:
    'Mails a link to a new address and asks the old one; the account gets it once the link was opened and the old one agreed, or said nothing for a day',
  access: { right: 'people' },
  params,
  body: z.object({ email: emailAddress, reason }),
  answer: done,
  problems: [
    'learner_not_found',
    'learner_erased',
    'email_taken',
    'of_staff',
    'not_in_child_accounts',
  ],
})

export const requestOwnEmailChange = endpoint('POST /my-account/email', {
  summary:
    'Mails a link to a new address of the signed-in person and asks the old one, as support does; answers the same whether or not the address has an account',
  access: 'learner',
  stepUp: true,
  body: z.object({ email: emailAddress }),
  answer: done,
  problems: ['too_many_tries', 'not_in_child_accounts'],
})

export const resetSecondStep = endpoint('POST /admin/learners/:id/reset-second-step', {
  summary:
    'Takes app, recovery codes and passkeys off an account whose owner lost them, and logs it out',
  access: { right: 'people' },
  stepUp: true,
  params,
  body: z.object({ reason }),
  answer: done,
  problems: ['learner_not_found', 'of_staff'],
})

export const confirmEmail = endpoint('POST /email-changes/confirm', {
  summary:
    'Proves a new address. Once the old one agrees, or was silent for a day, the account gets it, the old one is told, and all sessions end',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: z.object({
    message: z.string(),
    email: z.string(),
    changed: z.boolean().describe('False: the old address is still waited for.'),
  }),
  problems: ['email_link_unusable', 'email_taken'],
})

export const answerEmailChange = endpoint('POST /email-changes/answer', {
  summary: 'What the old address of an account says to a new one',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200), agrees: z.boolean() }),
  answer: z.object({ message: z.string() }),
  problems: ['email_link_unusable', 'email_taken'],
})

export const endSessions = endpoint('POST /admin/learners/:id/end-sessions', {
  summary: 'Logs somebody out everywhere',
  access: { right: 'people' },
  params,
  body: z.object({ reason: reason.optional() }).nullish(),
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'of_staff'],
})

export const blockLearner = endpoint('POST /admin/learners/:id/block', {
  summary: 'Keeps somebody from signing in; money and courses stay as they are',
  access: { right: 'people' },
  params,
  body: withReason,
  answer: done,
  problems: [
    'learner_not_found',
    'learner_erased',
    'of_staff',
    'owner_not_blockable',
    'not_yourself',
  ],
})

export const unblockLearner = endpoint('POST /admin/learners/:id/unblock', {
  summary: 'Lets somebody sign in again',
  access: { right: 'people' },
  params,
  body: withReason,
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'of_staff', 'consent_withdrawn'],
})

export const impersonateLearner = endpoint('POST /admin/learners/:id/see-as', {
  summary: 'A session of 15 minutes that shows what a learner sees and changes nothing',
  access: { right: 'people' },
  params,
  body: withReason,
  answer: z.object({ token: z.string(), name: z.string(), expires_at: instant }),
  problems: ['learner_not_found', 'learner_erased', 'learner_is_staff', 'account_blocked'],
})

export const listImpersonations = endpoint('GET /my-account/support-views', {
  summary: 'When support looked at the account of the caller, and why: newest first',
  access: 'learner',
  answer: z.object({ views: z.array(z.object({ at: instant, reason: z.string() })) }),
})

/** However it is typed: capitals, spaces and dashes make no difference. */
const joinCode = z
  .string()
  .trim()
  .min(1, msg('Please enter the code from the mail.'))
  .max(20, msg('The code has eight letters and digits.'))

export const joinRequestInput = z.object({ email: emailAddress })
export const joinInput = z.object({ code: joinCode, other_code: joinCode })

export const readJoin = endpoint('GET /my-account/join', {
  summary: 'Which other account waits to be joined to that of the caller',
  access: 'learner',
  answer: z.object({
    request: z
      .object({ email: z.string(), expires_at: instant })
      .nullable()
      .describe('Null: none. The address need not have an account.'),
  }),
})

export const requestJoin = endpoint('POST /my-account/join', {
  summary:
    'Mails a code to the caller’s address and one to that of another account of theirs; answers the same if that address has none',
  access: 'learner',
  body: joinRequestInput,
  answer: done,
  problems: ['join_of_staff', 'too_many_tries'],
})

export const cancelJoin = endpoint('DELETE /my-account/join', {
  summary: 'Joins nothing: the codes that were mailed are good for nothing any more',
  access: 'learner',
  answer: done,
})

export const confirmJoin = endpoint('POST /my-account/join/confirm', {
  summary:
    'Joins another account to that of the caller, by the codes that both addresses were mailed; once, also if asked again',
  access: 'learner',
  body: joinInput.extend({ email: emailAddress }),
  answer: done,
  problems: [
    'code_wrong',
    'code_expired',
    'code_spent',
    'join_of_staff',
    'join_of_second_step',
    'join_of_child',
    'join_of_blocked',
    'too_busy',
  ],
})

export const requestJoinFor = endpoint('POST /admin/learners/:id/join', {
  summary:
    'Mails both addresses of somebody the codes by which they join their two accounts themselves',
  access: { right: 'people' },
  params,
  body: z.object({ email: emailAddress, reason }),
  answer: done,
  problems: ['learner_not_found', 'learner_erased', 'of_staff', 'join_of_staff', 'too_many_tries'],
})

export const exportLearners = endpoint('GET /admin/exports/learners.csv', {
  summary: 'Accounts opened from one day to another in India, both included, oldest first',
  access: { right: 'exports' },
  isAudited: true,
  stepUp: true,
  query: z.object({ from: day.optional(), to: day.optional() }).refine(isInOrder, inOrder),
  answer: z.string(),
  answerType: 'text/csv',
})

export const importLearners = endpoint('POST /admin/learners/import', {
  summary:
    'Opens accounts and gives courses by a spreadsheet with the columns email, name and courses; nothing at all if a row is wrong',
  access: { right: 'gifts' },
  query: z.object({
    dry_run: z.enum(['true', 'false', '1', '0', '']).default('false').describe('True: only looks.'),
  }),
  body: z.object({ csv: z.string().max(1_000_000, 'Please use a smaller file.') }),
  answer: z.object({
    rows: z.int(),
    problems: z.array(z.object({ row: z.int(), message: z.string() })),
    learners: z.int().describe('New accounts.'),
    gifts: z.int().describe('Courses given.'),
    done: z.boolean(),
  }),
})

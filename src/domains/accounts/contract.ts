import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { roles } from '../../http/rights.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { consentSources } from './consent-sources.ts'
import { findNameFault } from './person-name.ts'

/** E-mail addresses are compared trimmed and in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(254)
  .pipe(z.email(msg('Please enter a valid e-mail address.')))

/** Kept composed, so that a search finds it however it is typed. */
export const personName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(100)
  .superRefine((name, context) => {
    const fault = name === '' ? null : findNameFault(name)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

export const newPassword = z
  .string()
  .min(8, msg('The password needs at least 8 characters.'))
  .max(128, msg('The password may have at most 128 characters.'))

export const verificationCode = z
  .string()
  .trim()
  .min(1, msg('Verification code is required.'))
  .max(6, msg('The verification code has at most 6 characters.'))

/** What is typed to sign in: length rules are for new passwords only. */
const typedPassword = z.string().min(1, msg('Password is required.')).max(1000)

export const signUpInput = z
  .object({
    email: emailAddress,
    name: personName,
    password: newPassword,
    confirm_password: z.string(),
    wants_news: z.boolean().optional().describe('Says yes to news by mail.'),
  })
  .refine((input) => input.password === input.confirm_password, {
    path: ['confirm_password'],
    message: msg('Passwords do not match'),
  })

export const loginInput = z.object({ email: emailAddress, password: typedPassword })

export const resetPasswordInput = z
  .object({
    token: z.string().min(1).max(200),
    password: newPassword,
    confirm_password: z.string(),
  })
  .refine((input) => input.password === input.confirm_password, {
    path: ['confirm_password'],
    message: msg('Passwords do not match'),
  })

export const user = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    is_admin: z.boolean().describe('True for all staff.'),
    role: z.enum(roles).nullable().describe('Null: no staff.'),
    phone: z.string().nullable(),
    purchased_courses: z.array(z.string()).describe('Ids of the courses this person owns.'),
  })
  .meta({ id: 'User' })

export type User = z.infer<typeof user>

export const session = z.object({ token: z.string(), user })
const sentTo = z.object({ email: z.string() })
const done = z.object({ message: z.string() })

export const signUp = endpoint('POST /auth/signup', {
  summary:
    'Stores a sign-up of this browser (kept apart by a cookie) and mails a code of six digits',
  access: 'anyone',
  body: signUpInput,
  answer: sentTo,
  problems: ['too_many_tries'],
})

export const resendCode = endpoint('POST /auth/resend-code', {
  summary: 'Mails a fresh code for the sign-up of this browser, at most one a minute',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  answer: sentTo,
  problems: ['sign_up_not_found', 'too_many_tries'],
})

export const verifySignUp = endpoint('POST /auth/verify', {
  summary: 'Turns the sign-up that a code was mailed for into an account and signs in',
  access: 'anyone',
  body: z.object({ email: emailAddress, verification_code: verificationCode }),
  answer: session.extend({ auto_login: z.boolean() }),
  problems: [
    'code_wrong',
    'code_of_another_sign_up',
    'code_expired',
    'code_spent',
    'code_used',
    'too_many_tries',
  ],
})

export const login = endpoint('POST /auth/login', {
  summary: 'Signs in with e-mail and password',
  access: 'anyone',
  body: loginInput,
  answer: session,
  problems: [
    'credentials_wrong',
    'second_step_needed',
    'account_blocked',
    'account_locked',
    'too_many_tries',
  ],
})

export const adminLogin = endpoint('POST /auth/admin/login', {
  summary: 'Signs in an administrator',
  access: 'anyone',
  body: loginInput,
  answer: session,
  problems: [
    'credentials_wrong',
    'second_step_needed',
    'account_blocked',
    'account_locked',
    'too_many_tries',
  ],
})

export const googleLogin = endpoint('POST /auth/google', {
  summary: 'Signs in, or up, with an ID token from Google',
  access: 'anyone',
  body: z.object({
    credential: z.string().min(1).max(10_000),
    wants_news: z
      .boolean()
      .optional()
      .describe('Says yes to news by mail. Heard for a new account only.'),
  }),
  answer: session,
  problems: [
    'google_refused',
    'credentials_wrong',
    'second_step_needed',
    'account_blocked',
    'account_locked',
    'google_email_unverified',
    'google_off',
    'google_unreachable',
  ],
})

export const googleNonce = endpoint('GET /auth/google-nonce', {
  summary:
    'A nonce for the next sign-in by Google in this browser, which is bound to it by a cookie',
  access: 'anyone',
  answer: z.object({ nonce: z.string() }),
  problems: ['google_off'],
})

export const logout = endpoint('POST /auth/logout', {
  summary: 'Ends the session; answers the same when there was none',
  access: 'anyone',
  isOpenToViews: true,
  answer: done,
})

export const readProfile = endpoint('GET /auth/profile', {
  summary: 'The signed-in person and the courses they own',
  access: 'learner',
  answer: z.object({
    user,
    has_password: z.boolean().describe('False for who signs in by Google only.'),
    second_step: z
      .enum(['open', 'due', 'needed'])
      .describe('Of staff: whether the office waits for a second step, now or within a day.'),
    is_view: z
      .boolean()
      .describe('True for support that looks at the account: nothing is written.'),
  }),
})

/** As people write it; the academy does not call it by itself. */
const phoneNumber = z
  .string()
  .trim()
  .regex(/^\+?(?:[ ()-]*\d){7,15}[ ()-]*$/, msg('Please enter a phone number of 7 to 15 digits.'))
  .max(30)

/** What forms send: an empty phone means none. */
export const profileInput = z.object({
  name: personName,
  phone: z
    .string()
    .trim()
    .refine(
      (phone) => phone === '' || phoneNumber.safeParse(phone).success,
      msg('Please enter a phone number of 7 to 15 digits.'),
    ),
})

export const updateProfile = endpoint('PATCH /auth/profile', {
  summary: "Changes the signed-in person's name, phone or language; what is not sent stays",
  access: 'learner',
  body: z.object({
    name: personName.optional(),
    phone: phoneNumber.nullable().optional().describe('Null takes it away.'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/)
      .optional()
      .describe('The code of the language that mails to them are in, e.g. `hi`.'),
  }),
  answer: z.object({ user }),
})

export const changePasswordInput = z
  .object({
    current_password: typedPassword,
    password: newPassword,
    confirm_password: z.string(),
  })
  .refine((input) => input.password === input.confirm_password, {
    path: ['confirm_password'],
    message: msg('Passwords do not match'),
  })

export const changePassword = endpoint('POST /auth/change-password', {
  summary: 'Sets a new password for who knows the present one, and ends their other sessions',
  access: 'learner',
  body: changePasswordInput,
  answer: done,
  problems: ['password_wrong', 'too_many_tries'],
})

export const forgotPassword = endpoint('POST /auth/forgot-password', {
  summary: 'Mails a single-use link for choosing a new password',
  access: 'anyone',
  body: z.object({ email: emailAddress }),
  answer: done,
  problems: ['too_many_tries'],
})

export const resetPassword = endpoint('POST /auth/reset-password', {
  summary: 'Sets a new password by a mailed link and ends every session',
  access: 'anyone',
  body: resetPasswordInput,
  answer: done,
  problems: ['reset_link_unusable'],
})

const consent = z.object({
  is_given: z.boolean(),
  said_at: z.iso.datetime().nullable().describe('Null: they never said anything.'),
  history: z
    .array(
      z.object({
        is_given: z.boolean(),
        said_at: z.iso.datetime(),
        source: z
          .enum(consentSources)
          .describe('`mail`: by the link in a letter. `parent`: for a child.'),
      }),
    )
    .describe('All that was said, newest first; a hundred at most.'),
})
const consents = z.object({
  news: consent.describe('Announcements and offers.'),
  courses: consent.describe('Letters about courses they have.'),
  lessons: consent.describe('Mails when lessons open; none without letters about courses.'),
  reminders: consent.describe('Mails at the hour of their study plan.'),
  push: consent.describe('Messages to their browsers at the hour of their study plan.'),
})

export const readMailConsents = endpoint('GET /my-mail-consents', {
  summary: 'Which mails the signed-in person agrees to; receipts, codes and security always come',
  access: 'learner',
  answer: consents,
})

export const saveMailConsents = endpoint('PUT /my-mail-consents', {
  summary: 'Says yes or no to mails; what is not sent stays',
  access: 'learner',
  body: z.object({
    news: z.boolean().optional(),
    courses: z.boolean().optional(),
    lessons: z.boolean().optional(),
  }),
  answer: consents,
  problems: ['not_for_children'],
})

const ownSessions = z.object({
  sessions: z
    .array(
      z.object({
        id: z.string(),
        device: z.string().nullable().describe('As the browser names itself; null: not told.'),
        created_at: z.iso.datetime(),
        last_used_at: z.iso.datetime().describe('To the hour.'),
        is_this_one: z.boolean().describe('The session of this very call.'),
      }),
    )
    .describe('The one used last first; fifty at most.'),
})

export const listMySessions = endpoint('GET /my-sessions', {
  summary: 'Where the signed-in person is logged in',
  access: 'learner',
  answer: ownSessions,
})

export const endMySession = endpoint('DELETE /my-sessions/:id', {
  summary: 'Logs one device out; one that is gone already is no mistake',
  access: 'learner',
  params: z.object({ id: z.string().regex(/^[\w-]{16}$/) }),
  answer: ownSessions,
})

export const endOtherSessions = endpoint('POST /my-sessions/end-others', {
  summary: 'Logs every other device out',
  access: 'learner',
  answer: ownSessions,
})

import * as z from 'zod'
import { endpoint } from '../../../http/endpoint.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import { session } from '../contract.ts'
import { secondCode } from '../second-code.ts'

const base64url = z.string().regex(/^[\w-]*$/)
const inAnswer = {
  id: base64url.min(1).max(1_400),
  rawId: base64url.min(1).max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  clientExtensionResults: z.object({}),
}
const clientDataJSON = base64url.max(2_000)

/** What a browser says by a passkey (WebAuthn's AuthenticationResponseJSON). */
export const passkeyAnswer = z.object({
  ...inAnswer,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url.max(4_000),
    signature: base64url.max(4_000),
    userHandle: base64url.max(200).exactOptional(),
  }),
})

/** What a browser says of a passkey that it made (RegistrationResponseJSON). */
export const newPasskeyAnswer = z.object({
  ...inAnswer,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url.max(6_000),
    transports: z.array(z.string().max(40)).max(10).exactOptional(),
  }),
})

const passkeyName = z
  .string()
  .trim()
  .min(1, msg('Please give it a name.'))
  .max(60, msg('Please write at most 60 characters.'))

const done = z.object({ message: z.string() })
const codes = z.object({
  recovery_codes: z.array(z.string()).describe('Each good once. They are never shown again.'),
})
const passkeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).describe('As WebAuthn has it, for the browser.'),
})

export const sendSecondStep = endpoint('POST /auth/second-step', {
  summary: 'Signs in who has shown the first step in this browser, by a code of their second',
  access: 'anyone',
  body: z.object({ challenge: z.string().min(1).max(200), code: secondCode }),
  answer: session,
  problems: [
    'second_code_wrong',
    'challenge_unusable',
    'account_blocked',
    'account_locked',
    'too_many_tries',
  ],
})

export const passkeyChallenge = endpoint('GET /auth/passkey-challenge', {
  summary: 'What this browser asks its passkeys by; good once, for ten minutes',
  access: 'anyone',
  answer: passkeyOptions,
  problems: ['too_many_tries'],
})

export const passkeyLogin = endpoint('POST /auth/passkey', {
  summary: 'Signs in by a passkey, which counts as both steps',
  access: 'anyone',
  body: z.object({ answer: passkeyAnswer }),
  answer: session,
  problems: ['passkey_refused', 'challenge_unusable', 'account_blocked', 'account_locked'],
})

export const stepUp = endpoint('POST /auth/step-up', {
  summary:
    'Shows once more, by one of these, that it is them who ask; good for ten minutes. Who has an app shows its code or a passkey',
  access: 'learner',
  body: z.object({
    password: z.string().max(1_000).optional(),
    code: secondCode.optional(),
    passkey: passkeyAnswer.optional(),
  }),
  answer: z.object({ ends_at: z.iso.datetime() }),
  problems: [
    'password_wrong',
    'second_code_wrong',
    'passkey_refused',
    'challenge_unusable',
    'too_many_tries',
  ],
})

const security = z.object({
  has_password: z.boolean(),
  has_google: z.boolean(),
  app_since: z.iso.datetime().nullable().describe('Null: no authenticator app.'),
  recovery_codes_left: z.int(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime().nullable().describe('Null: never.'),
    }),
  ),
  step_up_by: z
    .array(z.enum(['password', 'code', 'passkey']))
    .describe('By what they can show that it is them.'),
})

export const readSecurity = endpoint('GET /auth/security', {
  summary: 'By what the signed-in person logs in',
  access: 'learner',
  isOpenToViews: false,
  answer: security,
})

export const startApp = endpoint('POST /auth/app', {
  summary: 'A secret for a new authenticator app; nothing changes before its code is shown',
  access: 'learner',
  stepUp: true,
  answer: z.object({
    secret: z.string().describe('To type into the app.'),
    uri: z.string().describe('`otpauth://…`, for a picture that the app reads.'),
  }),
})

export const confirmApp = endpoint('POST /auth/app/confirm', {
  summary:
    'Takes the new app in use by a code of it, and makes ten recovery codes; said once more, ten others',
  access: 'learner',
  stepUp: true,
  body: z.object({ code: secondCode }),
  answer: codes,
  problems: ['second_code_wrong', 'app_missing'],
})

export const removeApp = endpoint('DELETE /auth/app', {
  summary: 'Takes the authenticator app away, and the recovery codes with it',
  access: 'learner',
  stepUp: true,
  answer: done,
})

export const renewRecoveryCodes = endpoint('POST /auth/recovery-codes', {
  summary: 'Ten new recovery codes in the place of the earlier ones',
  access: 'learner',
  stepUp: true,
  answer: codes,
  problems: ['app_missing'],
})

export const startPasskey = endpoint('POST /auth/passkeys/options', {
  summary: 'What the browser makes a new passkey by',
  access: 'learner',
  stepUp: true,
  answer: passkeyOptions,
})

export const addPasskey = endpoint('POST /auth/passkeys', {
  summary: 'Keeps a passkey that the browser made',
  access: 'learner',
  stepUp: true,
  body: z.object({ name: passkeyName, answer: newPasskeyAnswer }),
  answer: security,
  problems: ['passkey_refused', 'challenge_unusable'],
})

const passkeyParams = z.object({ id: base64url.min(1).max(1_400) })

export const renamePasskey = endpoint('PATCH /auth/passkeys/:id', {
  summary: 'Gives a passkey another name',
  access: 'learner',
  params: passkeyParams,
  body: z.object({ name: passkeyName }),
  answer: security,
  problems: ['passkey_not_found'],
})

export const removePasskey = endpoint('DELETE /auth/passkeys/:id', {
  summary: 'Takes a passkey away',
  access: 'learner',
  stepUp: true,
  params: passkeyParams,
  answer: security,
  problems: ['passkey_not_found', 'last_way_in'],
})

export const addGoogle = endpoint('POST /auth/google-account', {
  summary: 'Lets the signed-in person log in by a Google account, too',
  access: 'learner',
  stepUp: true,
  body: z.object({ credential: z.string().min(1).max(10_000) }),
  answer: security,
  problems: [
    'google_refused',
    'google_taken',
    'google_off',
    'google_unreachable',
    'not_in_child_accounts',
  ],
})

export const removeGoogle = endpoint('DELETE /auth/google-account', {
  summary: 'Takes Google off the account of who has another way in',
  access: 'learner',
  stepUp: true,
  answer: security,
  problems: ['last_way_in'],
})

export const sayNotMe = endpoint('POST /auth/not-me', {
  summary:
    'By a mailed link: ends every session and locks the account until a new password is chosen by mail',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  answer: done,
  problems: ['alert_unusable'],
})

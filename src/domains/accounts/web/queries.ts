import { call } from '../../../ui/call.ts'
import type { Session, SessionUser } from '../../../ui/session.ts'
import { readSession } from '../../../ui/session.ts'
import { updateUser } from '../../../ui/update-user.ts'

interface Credentials {
  email: string
  password: string
}

/** The administrator's address has a login call of its own; everybody else takes the usual one. */
export async function logIn(input: Credentials): Promise<Session> {
  const credentials = { ...input, email: normaliseEmail(input.email) }
  if (!(await isAdminEmail(credentials.email))) {
    return call('POST /auth/login', { body: credentials })
  }
  const answer: { token: string; user?: SessionUser } = await call('POST /auth/admin/login', {
    body: credentials,
  })
  return { token: answer.token, user: answer.user ?? buildAdmin(credentials.email) }
}

/** The specification's admin login answers a token only: then the user is built here. */
export function buildAdmin(email: string): SessionUser {
  return { id: 'admin', email, name: 'Administrator', is_admin: true, purchased_courses: [] }
}

interface AdminMark {
  salt: string
  sha256: string | null
}

let adminMark: Promise<AdminMark | null> | undefined

/** Asked once a tab. Null when unknown: the usual login works for administrators too. */
export function readAdminMark(): Promise<AdminMark | null> {
  adminMark ??= call('GET /settings', {}).then(
    (settings) => ({ salt: settings.admin_email_salt, sha256: settings.admin_email_sha256 }),
    () => {
      adminMark = undefined
      return null
    },
  )
  return adminMark
}

async function isAdminEmail(email: string): Promise<boolean> {
  const mark = await readAdminMark()
  if (mark === null || mark.sha256 === null) return false
  return (await hashText(mark.salt + email)) === mark.sha256
}

function normaliseEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** SHA-256 in hexadecimal. Null where the browser has no cryptography, as on plain HTTP. */
async function hashText(text: string): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined // missing on plain HTTP
  if (subtle === undefined) return null
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** For Google's credential; binds it to this browser, and to one try. */
export async function fetchGoogleNonce(): Promise<string> {
  return (await call('GET /auth/google-nonce', {})).nonce
}

export interface SignUpInput extends Credentials {
  name: string
  confirm_password: string
  wants_news?: boolean | undefined
}

/** Brings the stored user up to date, above all with the courses that are owned now. */
export async function refreshUser(): Promise<void> {
  const session = readSession()
  const { user } = await call('GET /auth/profile', {})
  if (session) updateUser(session.token, user)
}

import type { BodyOf, ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { query } from '../../../ui/query.ts'
import { readSession } from '../../../ui/session.ts'
import { updateUser } from '../../../ui/update-user.ts'
import type { listMySessions, readMailConsents, saveMailConsents } from '../contract.ts'

/** The specification names the courses of a profile alone. */
const unsaid = { has_password: true, second_step: 'open' as const }

/** What the server knows of the signed-in person just now; what it does not say is as it was. */
export const profileQuery = query(['profile'], async () => {
  const known = readSession()?.user
  const answer = await call('GET /auth/profile', {})
  return { ...unsaid, ...answer, user: { ...known, ...answer.user } }
})

interface ProfileChange {
  name: string
  /** Empty: none. Left out: as it was. */
  phone?: string
}

/** Changes a person's own details, here and in what this browser shows of them. */
export async function changeProfile({ name, phone }: ProfileChange): Promise<void> {
  const session = readSession()
  const { user } = await call('PATCH /auth/profile', {
    body: { name, ...(phone !== undefined && { phone: phone === '' ? null : phone }) },
  })
  if (session) updateUser(session.token, user)
}

export type MailConsents = ResponseOf<typeof readMailConsents>

export const mailConsentsQuery = query(['mail-consents'], () => call('GET /my-mail-consents', {}))

/** What is left out stays as it is. */
export function requestSaveMailConsents(
  body: BodyOf<typeof saveMailConsents>,
): Promise<MailConsents> {
  return call('PUT /my-mail-consents', { body })
}

export type OwnSessions = ResponseOf<typeof listMySessions>

export const sessionsQuery = query(['sessions'], () => call('GET /my-sessions', {}))

/** Null: all but that of this browser. */
export function requestEndSession(id: string | null): Promise<OwnSessions> {
  return id === null
    ? call('POST /my-sessions/end-others', {})
    : call('DELETE /my-sessions/:id', { params: { id } })
}

import { and, eq, gt, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Role } from '../../../http/rights.ts'
import type { AuditEvent, RecordAuditEvent } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { lockAddress } from '../../accounts/server/lock-address.ts'
import { hashPassword } from '../../accounts/server/passwords.ts'
import { hashToken } from '../../accounts/server/sessions.ts'
import { findStaffStatus, makeStaff } from '../../accounts/server/staff-role.ts'
import * as staff from '../contract.ts'
import { staffInvitations } from './tables.ts'

interface OpenInvitation {
  email: string
  role: Role
  hasAccount: boolean
}

/** What a token is good for now. Refused with `invitation_unusable`. */
export async function readInvitation(db: Database, token: string): Promise<OpenInvitation> {
  const [found] = await db
    .select({ email: staffInvitations.email, role: staffInvitations.role })
    .from(staffInvitations)
    .where(isOpen(token))
  if (!found) throw new ProblemError('invitation_unusable')
  return { ...found, hasAccount: (await findStaffStatus(db, found.email)) !== 'unknown' }
}

interface Acceptance {
  token: string
  name?: string | undefined
  password?: string | undefined
  ip: string
}

/**
 * Makes the invited address staff: the mail has proved that it is theirs. Used once; of two at the same
 * time one is refused with `invitation_unusable`.
 */
export async function acceptInvitation(
  deps: { db: Database; recordAuditEvent: RecordAuditEvent },
  acceptance: Acceptance,
): Promise<{ email: string }> {
  const { token, ip } = acceptance
  const { email, hasAccount } = await readInvitation(deps.db, token) // nobody else has anything hashed
  const account = hasAccount ? null : await readAccount(acceptance)
  return deps.db.transaction(async (db) => {
    await lockAddress(db, email) // before the invitation, as who invites
    const [used] = await db.delete(staffInvitations).where(isOpen(token)).returning()
    const member = used && (await makeStaff(db, { email: used.email, role: used.role, account }))
    if (!member) throw new ProblemError('invitation_unusable')
    const act: AuditEvent = {
      actor: member,
      act: staff.acceptInvitation.route,
      summary: staff.acceptInvitation.summary,
      subject: { kind: 'staff', id: member.id },
      before: { role: null },
      after: { email: member.email, role: member.role },
      ip,
      outcome: 'done',
    }
    await deps.recordAuditEvent(act, db)
    return { email: member.email }
  })
}

async function readAccount({ name, password }: Acceptance) {
  const errors = [
    ...(name === undefined ? [{ path: 'name', message: t('Please enter your name.') }] : []),
    ...(password === undefined
      ? [{ path: 'password', message: t('Please choose a password.') }]
      : []),
  ]
  if (name === undefined || password === undefined)
    throw new ProblemError('invalid_input', { errors })
  return { name, passwordHash: await hashPassword(password) }
}

function isOpen(token: string) {
  return and(
    eq(staffInvitations.tokenHash, hashToken(token)),
    gt(staffInvitations.expiresAt, sql`now()`),
  )
}

import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Role } from '../../../http/rights.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import type { Brand } from '../../../platform/settings.ts'
import { lockAddress } from '../../accounts/server/lock-address.ts'
import { hashToken } from '../../accounts/server/sessions.ts'
import { findStaffStatus } from '../../accounts/server/staff-role.ts'
import { invitationMail } from './mail-templates.ts'
import { staffInvitations } from './tables.ts'

export interface StaffDependencies {
  db: Database
  queueMail: QueueMail
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
}

type Invitation = typeof staffInvitations.$inferSelect

const lifetimeInDays = 7
/** A second press of the button within this time is the same invitation. */
const isMeantOnce: SQL<boolean> = sql`${staffInvitations.invitedAt} > now() - interval '1 minute'`

/** Mails an invitation; an earlier one of the address becomes useless. Refused with `already_staff`. */
export async function inviteStaff(
  deps: StaffDependencies,
  invite: { email: string; role: Role; by: CurrentUser; audit: Audit },
): Promise<Invitation> {
  const { email, role, by } = invite
  return deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    if ((await findStaffStatus(db, email)) === 'staff') throw new ProblemError('already_staff')
    const before = await findInvitation(db, email)
    if (before?.isFresh && before.invitation.role === role) {
      await invite.audit(db, { subject: subjectOf(email) })
      return before.invitation
    }
    const token = randomBytes(32).toString('base64url')
    const values = {
      id: newId(),
      role,
      tokenHash: hashToken(token),
      invitedBy: by.learnerId,
      invitedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(days => ${lifetimeInDays})`,
    }
    const [invitation] = await db
      .insert(staffInvitations)
      .values({ email, ...values })
      .onConflictDoUpdate({ target: staffInvitations.email, set: values })
      .returning()
    if (!invitation) throw new Error('An invitation was not stored')
    const brandName = deps.brand.name
    const facts = { inviterName: by.name, brandName, role, token, publicUrl: deps.publicUrl() }
    await deps.queueMail(db, { to: email, template: () => invitationMail(facts) })
    await invite.audit(db, {
      subject: subjectOf(email),
      before: before && { role: before.invitation.role },
      after: { role },
    })
    return invitation
  })
}

function subjectOf(email: string): { kind: string; id: string } {
  return { kind: 'invitation', id: email }
}

async function findInvitation(db: Database, email: string) {
  const [found] = await db
    .select({ invitation: staffInvitations, isFresh: isMeantOnce })
    .from(staffInvitations)
    .where(eq(staffInvitations.email, email))
    .for('update')
  return found
}

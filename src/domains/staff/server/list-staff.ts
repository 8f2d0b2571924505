import { desc, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { listStaffMembers } from '../../accounts/server/staff-role.ts'
import type * as contract from '../contract.ts'
import { staffInvitations } from './tables.ts'

/** Who has a role, and whose invitation is not accepted, newest invitation first. */
export async function listStaff(db: Database): Promise<ResponseOf<typeof contract.listStaff>> {
  const staff = await listStaffMembers(db)
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const { expiresAt, invitedAt, id, email, role, invitedBy } = staffInvitations
  const invitations = await db
    .select({
      id,
      email,
      role,
      invitedBy,
      invitedAt,
      expiresAt,
      isExpired: sql<boolean>`${expiresAt} <= now()`,
    })
    .from(staffInvitations)
    .orderBy(desc(invitedAt))
  return {
    staff: staff.map(({ id, name, email, role }) => ({ id, name, email, role })),
    without_second_step: staff
      .filter(({ hasSecondStep }) => !hasSecondStep)
      .map(({ id, graceEndsAt }) => ({ id, closes_at: graceEndsAt.toISOString() })),
    invitations: invitations.map((one) => ({
      id: one.id,
      email: one.email,
      role: one.role,
      // Invitations go with the right to invite, so who sent one is staff.
      invited_by: names.get(one.invitedBy) ?? '',
      invited_at: one.invitedAt.toISOString(),
      expires_at: one.expiresAt.toISOString(),
      is_expired: one.isExpired,
    })),
  }
}

import { eq } from 'drizzle-orm'
import { hasRight, type Role } from '../../../http/rights.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { changeStaffRole, type StaffMember } from '../../accounts/server/staff-role.ts'
import { staffInvitations } from './tables.ts'

/**
 * Gives a member of staff another role, or none, from their next request on. Whoever may not invite any
 * more leaves no invitations behind.
 */
export async function changeRole(
  outer: Database,
  change: { id: string; role: Role | null; audit: Audit },
): Promise<StaffMember> {
  const { id, role, audit } = change
  return outer.transaction(async (db) => {
    const before = await changeStaffRole(db, id, role)
    if (!hasRight(role, 'staff')) {
      await db.delete(staffInvitations).where(eq(staffInvitations.invitedBy, id))
    }
    const { name, email } = before
    await audit(db, {
      subject: { kind: 'staff', id },
      before: { name, email, role: before.role },
      after: { role },
    })
    return before
  })
}

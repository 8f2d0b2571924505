import { eq } from 'drizzle-orm'
import type { RecordAct } from '../http/audit.ts'
import { ProblemError } from '../http/problem.ts'
import type { Serve } from '../http/serve.ts'
import { StreamedAnswer } from '../http/streamed-answer.ts'
import { writeCsv } from '../platform/csv/write-csv.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { changeRole } from './change-role.ts'
import {
  acceptInvitation as acceptInvitationEndpoint,
  changeRole as changeRoleEndpoint,
  exportAudit as exportAuditEndpoint,
  inviteStaff as inviteStaffEndpoint,
  listAudit as listAuditEndpoint,
  listStaff as listStaffEndpoint,
  readInvitation as readInvitationEndpoint,
  removeStaff,
  withdrawInvitation,
} from './contract.ts'
import { auditHeadings, exportAudit } from './export-audit.ts'
import { inviteStaff, type StaffDependencies } from './invite-staff.ts'
import { listAudit } from './list-audit.ts'
import { listStaff } from './list-staff.ts'
import type { SubjectNames } from './name-subjects.ts'
import { staffInvitations } from './tables.ts'

/** A form's few fields: anybody may send these, so nobody may send much. */
const formInBytes = 8 * 1024

export function staffRoutes(
  serve: Serve,
  deps: StaffDependencies & { recordAct: RecordAct; names: SubjectNames },
): void {
  const { db } = deps

  serve(listStaffEndpoint, () => listStaff(db))

  serve(inviteStaffEndpoint, async ({ body, caller, audit }) => {
    const { id, email, role, expiresAt } = await inviteStaff(deps, { ...body, by: caller, audit })
    return { id, email, role, expires_at: expiresAt.toISOString() }
  })

  serve(changeRoleEndpoint, async ({ params, body: { role }, audit }) => {
    const member = await changeRole(db, { id: params.id, role, audit })
    return { ...member, role }
  })

  serve(removeStaff, async ({ params, audit }) => {
    const { name } = await changeRole(db, { id: params.id, role: null, audit })
    return { message: `${name} does not work here any more.` }
  })

  serve(withdrawInvitation, async ({ params, audit }) => {
    await db.transaction(async (db) => {
      const [gone] = await db
        .delete(staffInvitations)
        .where(eq(staffInvitations.id, params.id))
        .returning()
      if (!gone) throw new ProblemError('invitation_not_found')
      const { email, role } = gone
      await audit(db, { subject: { kind: 'invitation', id: email }, before: { role } })
    })
    return { message: 'The invitation is withdrawn.' }
  })

  serve(
    readInvitationEndpoint,
    async ({ body }) => {
      const { email, role, hasAccount } = await readInvitation(db, body.token)
      return { email, role, has_account: hasAccount }
    },
    { bodyInBytes: formInBytes },
  )

  serve(
    acceptInvitationEndpoint,
    async ({ body, ip }) => {
      const { email } = await acceptInvitation(deps, { ...body, ip })
      return { email, message: 'Welcome to the team. Please log in.' }
    },
    { bodyInBytes: formInBytes },
  )

  serve(listAuditEndpoint, ({ query }) => listAudit(deps, query))

  serve(exportAuditEndpoint, async ({ query, audit }) => {
    // Written first, so that the file tells of its own export.
    await audit(db, { subject: { kind: 'export', id: 'audit' }, after: query })
    const pieces = writeCsv(auditHeadings, exportAudit(deps, query))
    return new StreamedAnswer({ name: 'audit.csv', type: 'text/csv', pieces })
  })
}

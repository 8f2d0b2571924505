import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { RecordAuditEvent } from '../../../http/server/audit.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { writeCsv } from '../../../platform/csv/write-csv.ts'
import { t } from '../../../shared/i18n/translate.ts'
import * as staff from '../contract.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { changeRole } from './change-role.ts'
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
  deps: StaffDependencies & { recordAuditEvent: RecordAuditEvent; names: SubjectNames },
): void {
  const { db } = deps

  serve(staff.listStaff, () => listStaff(db))

  serve(staff.inviteStaff, async ({ body, caller, audit }) => {
    const { id, email, role, expiresAt } = await inviteStaff(deps, { ...body, by: caller, audit })
    return { id, email, role, expires_at: expiresAt.toISOString() }
  })

  serve(staff.changeRole, async ({ params, body: { role }, audit }) => {
    const member = await changeRole(db, { id: params.id, role, audit })
    return { ...member, role }
  })

  serve(staff.removeStaff, async ({ params, audit }) => {
    const { name } = await changeRole(db, { id: params.id, role: null, audit })
    return { message: t('{name} does not work here any more.', { name }) }
  })

  serve(staff.withdrawInvitation, async ({ params, audit }) => {
    await db.transaction(async (db) => {
      const [gone] = await db
        .delete(staffInvitations)
        .where(eq(staffInvitations.id, params.id))
        .returning()
      if (!gone) throw new ProblemError('invitation_not_found')
      const { email, role } = gone
      await audit(db, { subject: { kind: 'invitation', id: email }, before: { role } })
    })
    return { message: t('The invitation is withdrawn.') }
  })

  serve(
    staff.readInvitation,
    async ({ body }) => {
      const { email, role, hasAccount } = await readInvitation(db, body.token)
      return { email, role, has_account: hasAccount }
    },
    { bodyInBytes: formInBytes },
  )

  serve(
    staff.acceptInvitation,
    async ({ body, ip }) => {
      const { email } = await acceptInvitation(deps, { ...body, ip })
      return { email, message: t('Welcome to the team. Please log in.') }
    },
    { bodyInBytes: formInBytes },
  )

  serve(staff.listAudit, ({ query }) => listAudit(deps, query))

  serve(staff.exportAudit, async ({ query, audit }) => {
    // Written first, so that the file tells of its own export.
    await audit(db, { subject: { kind: 'export', id: 'audit' }, after: query })
    const pieces = writeCsv(auditHeadings, exportAudit(deps, query))
    return new StreamedResponse({ name: 'audit.csv', type: 'text/csv', pieces })
  })
}

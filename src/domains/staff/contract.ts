import * as z from 'zod'
import { day, inOrder, isInOrder } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'
import { roles } from '../../http/rights.ts'
import { emailAddress, newPassword, personName } from '../accounts/contract.ts'

const role = z.enum(roles)
const staffParams = z.object({ id: z.uuid() })
const done = z.object({ message: z.string() })

const member = z.object({ id: z.string(), name: z.string(), email: z.string(), role })
const lacking = z.object({
  id: z.string(),
  closes_at: z.iso.datetime().describe('When the office closes to them.'),
})
const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  invited_by: z.string().describe('The name.'),
  invited_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_expired: z.boolean(),
})

export const listStaff = endpoint('GET /admin/staff', {
  summary: 'Who works here, and who is invited to',
  access: { right: 'staff' },
  answer: z.object({
    staff: z.array(member),
    without_second_step: z.array(lacking).describe('Have neither an app nor a passkey.'),
    invitations: z.array(invitation),
  }),
})

export const inviteStaff = endpoint('POST /admin/staff', {
  summary:
    'Mails an invitation that is good once, for seven days, in the place of an earlier one; answers the same whether or not the address has an account',
  access: { right: 'staff' },
  stepUp: true,
  body: z.object({ email: emailAddress, role }),
  answer: z.object({ id: z.string(), email: z.string(), role, expires_at: z.iso.datetime() }),
  problems: ['already_staff'],
})

export const changeRole = endpoint('PATCH /admin/staff/:id', {
  summary: 'Gives a member of staff another role, from their next request on',
  access: { right: 'staff' },
  stepUp: true,
  params: staffParams,
  body: z.object({ role }),
  answer: member,
  problems: ['staff_not_found', 'last_owner'],
})

export const removeStaff = endpoint('DELETE /admin/staff/:id', {
  summary: 'Takes somebody’s role away; their account and their courses stay',
  access: { right: 'staff' },
  stepUp: true,
  params: staffParams,
  answer: done,
  problems: ['staff_not_found', 'last_owner'],
})

export const withdrawInvitation = endpoint('DELETE /admin/staff/invitations/:id', {
  summary: 'Makes a mailed invitation useless',
  access: { right: 'staff' },
  params: staffParams,
  answer: done,
  problems: ['invitation_not_found'],
})

const token = z.string().min(1).max(200)

export const readInvitation = endpoint('POST /staff-invitations/read', {
  summary: 'What a mailed invitation is for; only who got the mail can ask',
  access: 'anyone',
  body: z.object({ token }),
  answer: z.object({
    email: z.string(),
    role,
    has_account: z.boolean().describe('True: accepting takes neither a name nor a password.'),
  }),
  problems: ['invitation_unusable'],
})

export const acceptInvitation = endpoint('POST /staff-invitations/accept', {
  summary: 'Makes the account of the invited address staff, and opens one if it has none',
  access: 'anyone',
  body: z.object({
    token,
    name: personName.optional(),
    password: newPassword.optional(),
  }),
  answer: z.object({ message: z.string(), email: z.string() }),
  problems: ['invitation_unusable', 'account_blocked'],
})

const days = {
  from: day.optional().describe('The first day, in Indian time.'),
  to: day.optional().describe('The last day, it included.'),
}

const auditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  actor: z.object({
    id: z.string(),
    name: z.string(),
    role: z.string().nullable().describe('As it was then; null: no staff.'),
  }),
  act: z.string().describe('The call.'),
  summary: z.string().describe('What it does, in the words of the office.'),
  subject: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable().describe('As it is called now; null: it has only its id.'),
    })
    .nullable(),
  names: z.record(z.string(), z.string()).describe('Of ids in `before` and `after`.'),
  before: z.unknown().describe('Null: nothing is said of it.'),
  after: z.unknown(),
  reason: z.string().nullable(),
  ip: z.string(),
  outcome: z.enum(['done', 'failed', 'refused']),
  problem: z.string().nullable().describe('The code of a failure or refusal.'),
})
export type AuditEntry = z.infer<typeof auditEntry>

export const listAudit = endpoint('GET /admin/audit', {
  summary: 'Acts of staff, newest first',
  access: { right: 'audit' },
  query: z
    .object({
      cursor: z.coerce.number().int().min(1).max(9e15).optional().describe('From `next_cursor`.'),
      search: z
        .string()
        .trim()
        .max(200)
        .optional()
        .describe('Part of a name, an id, a reason, or what was changed.'),
      actor: z.uuid().optional(),
      act: z.string().max(200).optional().describe('A call, e.g. `POST /admin/staff`.'),
      ...days,
      limit: z.coerce.number().int().min(1).max(200).default(50),
    })
    .refine(isInOrder, inOrder),
  answer: z.object({
    entries: z.array(auditEntry),
    next_cursor: z.string().nullable().describe('Null: there are no older ones.'),
  }),
})

export const exportAudit = endpoint('GET /admin/exports/audit.csv', {
  summary: 'Acts of staff as a spreadsheet, oldest first',
  access: { right: 'audit' },
  isAudited: true,
  stepUp: true,
  query: z.object(days).refine(isInOrder, inOrder),
  answer: z.string(),
  answerType: 'text/csv',
})

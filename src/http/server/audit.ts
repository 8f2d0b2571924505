import type { Database } from '../../platform/database/database.ts'
import { type Endpoint, methodOf, type Route } from '../endpoint.ts'
import { ProblemError } from '../problem.ts'
import type { Role } from '../rights.ts'
import type { CurrentUser } from './current-user.ts'

/** What an act of staff did, as far as its handler knows. */
export interface AuditEventDetails {
  /** Left out: the first of the call's params. */
  subject?: { kind: string; id: string }
  /** Small, and fit for JSON. */
  before?: unknown
  after?: unknown
  reason?: string
}

export interface AuditEvent extends AuditEventDetails {
  actor: { id: string; name: string; role: Role | null }
  /** A call, or a command on the machine. */
  act: Route | `academy ${string}`
  summary: string
  ip: string
  outcome: 'done' | 'failed' | 'refused'
  problem?: string
}

/** Writes to the audit log: in the transaction that is passed, or by itself. */
export type RecordAuditEvent = (event: AuditEvent, db?: Database) => Promise<void>

/**
 * Writes what a handler did to the audit log. Called with the transaction of the change, the entry
 * stands if and only if the change does.
 */
export type Audit = (db: Database, details: AuditEventDetails) => Promise<void>

export interface StaffCall {
  endpoint: Endpoint
  caller: CurrentUser
  params: unknown
  ip: string
}

/**
 * Runs a call of staff and sees to it that it leaves an entry: the handler's own, else one that says
 * only who called what. A failure leaves one too, as what was done before it may stand.
 */
export async function auditCall<Answer>(
  record: RecordAuditEvent,
  call: StaffCall,
  work: (audit: Audit) => Promise<Answer>,
): Promise<Answer> {
  const { endpoint } = call
  const isAudited = endpoint.isAudited ?? methodOf(endpoint.route) !== 'GET'
  let isRecorded = false
  const audit: Audit = async (db, details) => {
    await record(describeAuditEvent(call, 'done', details), db)
    isRecorded = true
  }
  try {
    const answer = await work(audit)
    if (isAudited && !isRecorded) await record(describeAuditEvent(call, 'done'))
    return answer
  } catch (error) {
    const problem = error instanceof ProblemError ? error.code : 'our_fault'
    // The failure itself is what has to be told, also when the log cannot be written.
    if (isAudited)
      await record({ ...describeAuditEvent(call, 'failed'), problem }).catch(() => undefined)
    throw error
  }
}

/** Somebody signed in was kept from a call of staff. */
export async function auditProblem(
  record: RecordAuditEvent,
  call: StaffCall,
  problem: string,
): Promise<void> {
  await record({ ...describeAuditEvent(call, 'refused'), problem }).catch(() => undefined)
}

function describeAuditEvent(
  { endpoint, caller, params, ip }: StaffCall,
  outcome: AuditEvent['outcome'],
  details: AuditEventDetails = {},
): AuditEvent {
  const { learnerId: id, name, role } = caller
  const subject = details.subject ?? subjectOf(endpoint.route, params)
  return {
    ...details,
    ...(subject && { subject }),
    actor: { id, name, role },
    act: endpoint.route,
    summary: endpoint.summary,
    ip,
    outcome,
  }
}

/** `/admin/payment-alarms/:id/close` is about a payment alarm. */
function subjectOf(route: Route, params: unknown): AuditEventDetails['subject'] {
  const [, place = '', name = ''] = /\/([\w-]+)\/:(\w+)/.exec(route) ?? []
  const values: Record<string, unknown> = Object(params)
  const id = values[name]
  if (typeof id !== 'string' && typeof id !== 'number') return undefined
  return { kind: place.replaceAll('-', ' ').replace(/s$/, ''), id: String(id) }
}

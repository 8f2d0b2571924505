import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../http/endpoint.ts'
import type { AuditEvent, RecordAuditEvent } from '../../../http/server/audit.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'

const summaries: Record<string, string> = {
  POST: 'Begins the upload of a film or a file',
  DELETE: 'Takes an upload back',
}

/** Writes down that an upload was begun or taken back; its pieces are no acts of their own. */
export async function auditUpload(
  record: RecordAuditEvent,
  { caller, request, reply }: { caller: CurrentUser; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const summary = summaries[request.method]
  if (summary === undefined) return
  const { statusCode } = reply.raw
  const place = String(reply.raw.getHeader('location') ?? request.url)
  await record({
    ...describe(caller, request, summary),
    subject: { kind: 'upload', id: place.split(/[/?]/).at(-1)?.slice(0, 100) ?? '' },
    outcome: statusCode < 400 ? 'done' : 'failed',
    ...(statusCode >= 400 && { problem: String(statusCode) }),
  })
}

/** Somebody signed in was kept from uploading. */
export function auditRefusedUpload(
  record: RecordAuditEvent,
  { caller, request }: { caller: CurrentUser; request: FastifyRequest },
): Promise<void> {
  const summary = summaries[request.method] ?? 'Uploads a film or a file'
  return record({
    ...describe(caller, request, summary),
    outcome: 'refused',
    problem: 'not_allowed',
  })
}

function describe(caller: CurrentUser, request: FastifyRequest, summary: string) {
  const { learnerId: id, name, role } = caller
  return {
    actor: { id, name, role },
    act: `${request.method} /admin/uploads` as Route, // of the methods that the route takes
    summary,
    ip: request.ip,
  } satisfies Partial<AuditEvent>
}

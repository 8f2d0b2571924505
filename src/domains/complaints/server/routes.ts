import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../../http/problem.ts'
import { problems } from '../../../http/problems.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { onlyCurrentUser } from '../../../http/server/session-query.ts'
import { complaintNumber } from '../complaint.ts'
import { complaintPaths } from '../complaint-paths.ts'
import * as contract from '../contract.ts'
import type { ComplaintDependencies } from './dependencies.ts'
import { fileComplaint, idOfFiling, takeComplaintTry } from './file-complaint.ts'
import {
  countDue,
  describeComplaint,
  describeWorked,
  listComplaints,
  listOwnComplaints,
  readComplaint,
} from './read-complaint.ts'
import { findOwnComplaint, replyToComplaint } from './reply-to-complaint.ts'
import { answerComplaint, assignComplaint } from './work-on-complaint.ts'

/** Anybody may send these: five thousand characters of any script, and no more. */
const options = { query: onlyCurrentUser, bodyInBytes: 32 * 1024 }

export function complaintsRoutes(
  app: FastifyInstance,
  serve: Serve,
  deps: ComplaintDependencies,
): void {
  const { db } = deps

  app.get(complaintPaths.short, { schema: { hide: true } }, (request, reply) =>
    reply.redirect(`${complaintPaths.page}${/\?.*$/.exec(request.url)?.[0] ?? ''}`),
  )

  serve(
    contract.fileComplaint,
    async ({ body, caller, ip }) => {
      const { name, email } = caller ?? requireSender(body)
      await takeComplaintTry(deps, { caller, email, ip })
      const complaint = await fileComplaint(deps, {
        id: idOfFiling(body.id),
        learnerId: caller?.learnerId ?? null,
        name,
        email,
        subject: body.subject,
        words: body.words,
        orderId: body.payment_id ?? null,
      })
      return { id: complaint.id, number: complaintNumber(complaint), due_on: complaint.dueOn }
    },
    options,
  )

  serve(contract.listMyComplaints, ({ caller }) => listOwnComplaints(db, caller.learnerId))

  serve(
    contract.getComplaint,
    async ({ params: { id }, query: { token }, caller }) =>
      describeComplaint(db, await findOwnComplaint(deps, { id, caller, token })),
    options,
  )

  serve(
    contract.replyToComplaint,
    async ({ params: { id }, body, caller }) =>
      describeComplaint(
        db,
        await replyToComplaint(deps, { id, caller, ...body, token: body.token }),
      ),
    options,
  )

  serve(contract.listComplaints, ({ query }) => listComplaints(db, query))

  serve(contract.countDueComplaints, () => countDue(db))

  serve(contract.openComplaint, async ({ params: { id } }) =>
    describeWorked(db, await readComplaint(db, id)),
  )

  serve(contract.assignComplaint, async ({ params: { id }, body, caller, audit }) => {
    const { revision, staff_id: staffId } = body
    const row = await assignComplaint(deps, { id, revision, staffId, caller, audit })
    return describeWorked(db, row)
  })

  serve(contract.answerComplaint, async ({ params: { id }, body, caller, audit }) =>
    describeWorked(db, await answerComplaint(deps, { id, ...body, caller, audit })),
  )
}

/** Without a session somebody says who they are. */
function requireSender({ name, email }: { name?: string | undefined; email?: string | undefined }) {
  if (name !== undefined && email !== undefined) return { name, email }
  const [, message] = problems.not_signed_in
  const errors = [
    ...(name === undefined ? [{ path: 'name', message }] : []),
    ...(email === undefined ? [{ path: 'email', message }] : []),
  ]
  throw new ProblemError('invalid_input', { errors })
}

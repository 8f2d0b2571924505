import type { Serve } from '../../../../http/server/serve.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import * as learners from '../../contract.ts'
import { requireLearner, requireManageable } from '../require-learner.ts'
import { confirmJoin } from './confirm-join.ts'
import type { JoinDependencies } from './join-accounts.ts'
import { forgetJoinRequest, readJoinRequest, requestJoin, takeJoinTry } from './request-join.ts'

const formInBytes = 8 * 1024

export function joinRoutes(serve: Serve, deps: JoinDependencies): void {
  const { db } = deps

  serve(learners.readJoin, async ({ caller }) => {
    const open = await readJoinRequest(db, caller.learnerId)
    return { request: open && { email: open.email, expires_at: open.expiresAt.toISOString() } }
  })

  serve(
    learners.requestJoin,
    async ({ body: { email }, caller: { learnerId } }) => {
      await takeJoinTry(deps, { learnerId, email })
      await db.transaction(async (db) => {
        const person = await requireLearner(db, learnerId)
        await requestJoin(deps, db, { person, email })
      })
      return {
        message: t('A code is on its way to you and, if it has an account, one to {email}.', {
          email,
        }),
      }
    },
    { bodyInBytes: formInBytes },
  )

  serve(learners.cancelJoin, async ({ caller }) => {
    await forgetJoinRequest(db, caller.learnerId)
    return { message: t('Your accounts stay as they are.') }
  })

  serve(
    learners.confirmJoin,
    async ({ body, caller, ip }) => {
      const { email, code, other_code: otherCode } = body
      await confirmJoin(deps, { caller, email, code, otherCode, ip })
      return {
        message: t(
          'Your two accounts are one now: what was in {otherEmail} is here. From now on please log in with {email}.',
          { otherEmail: email, email: caller.email },
        ),
      }
    },
    { bodyInBytes: formInBytes },
  )

  serve(learners.requestJoinFor, async ({ params, body: { email, reason }, caller, audit }) => {
    await takeJoinTry(deps, { learnerId: params.id, email })
    const person = await db.transaction(async (db) => {
      const person = await requireManageable(db, caller, params.id)
      await requestJoin(deps, db, { person, email })
      await audit(db, {
        subject: { kind: 'learner', id: person.id },
        after: { email: person.email, email_to_join: email },
        reason,
      })
      return person
    })
    return {
      message: `Codes are on their way to ${person.email} and, if it has an account, to ${email}. The learner logs in with ${person.email} and enters both in My Account.`,
    }
  })
}

import { ProblemError } from '../../../http/problem.ts'
import { hasRight } from '../../../http/rights.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import { resendMail } from '../../../integrations/mail/resend-mail.ts'
import { writeCsv } from '../../../platform/csv/write-csv.ts'
import type { Settings } from '../../../platform/settings.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { countSessions } from '../../accounts/server/list-sessions.ts'
import { lockOwnAccount } from '../../accounts/server/lock-account.ts'
import { resetSecondStep } from '../../accounts/server/security/reset-second-step.ts'
import { accountLocked } from '../../accounts/server/security/say-not-me.ts'
import { closeAllSessions } from '../../accounts/server/sessions.ts'
import { reissueCertificate } from '../../certificates/server/reissue-certificate.ts'
import * as learners from '../contract.ts'
import { blockLearner, unblockLearner } from './block-learner.ts'
import { answerEmailChange, cancelOwnEmailChange, confirmEmail } from './confirm-email.ts'
import { exportLearners, learnerHeadings } from './export-learners.ts'
import { getLearner } from './get-learner.ts'
import { giftRoutes } from './gift-routes.ts'
import { impersonateLearner, listImpersonations } from './impersonate-learner.ts'
import { importLearners } from './import-learners.ts'
import type { JoinDependencies } from './join/join-accounts.ts'
import { joinRoutes } from './join/join-routes.ts'
import { takeJoinTry } from './join/request-join.ts'
import { listCourseNames } from './list-course-names.ts'
import { listLearners } from './list-learners.ts'
import { certificateReissuedMail } from './mail-templates.ts'
import { type EmailChangeDependencies, requestEmailChange } from './request-email-change.ts'
import { requireManageable } from './require-learner.ts'

export interface LearnersDependencies extends EmailChangeDependencies, JoinDependencies {
  /** In an outbox mails count as sent at once. */
  settings: Pick<Settings, 'outbox'>
}

const formInBytes = 8 * 1024
const spreadsheetInBytes = 2 * 1024 * 1024

export function learnersRoutes(serve: Serve, deps: LearnersDependencies): void {
  const { db, settings } = deps
  giftRoutes(serve, deps)
  joinRoutes(serve, deps)

  serve(learners.listLearners, ({ query }) => listLearners(db, query))

  serve(learners.listCourseNames, () => listCourseNames(db))

  serve(learners.getLearner, ({ params, caller }) =>
    // Who answers mails need not see money.
    getLearner(db, params.id, { withAmounts: hasRight(caller.role, 'orders') }),
  )

  serve(learners.resendMail, async ({ params, caller, audit }) => {
    const subject = await db.transaction(async (db) => {
      const { id, email } = await requireManageable(db, caller, params.id)
      const mail = { id: params.mail_id, recipient: email, outbox: settings.outbox }
      const subject = await resendMail(db, mail)
      if (subject === null) throw new ProblemError('mail_not_found')
      await audit(db, { subject: learner(id), after: { mail: subject } })
      return subject
    })
    return { message: `“${subject}” is on its way once more.` }
  })

  serve(learners.reissueCertificate, async ({ params, body, caller, audit }) => {
    const { name: printedName, reason } = body
    const { brand } = deps
    const id = await db.transaction(async (db) => {
      const person = await requireManageable(db, caller, params.id)
      const { before, after } = await reissueCertificate(db, {
        id: params.certificate_id,
        learnerId: person.id,
        printedName,
        brandName: brand.name,
      })
      const facts = { ...after, oldId: before.id, publicUrl: deps.publicUrl() }
      const template = () => certificateReissuedMail(facts)
      await deps.queueMail(db, { to: person.email, template })
      await audit(db, {
        subject: learner(person.id),
        before: { certificate: before.id, name: before.printedName },
        after: { certificate: after.id, name: printedName, course: after.courseTitle },
        reason,
      })
      return after.id
    })
    return {
      certificate_id: id,
      message: `The certificate is issued again to ${printedName}, as ${id}. The old number leads to it, and the learner is told.`,
    }
  })

  serve(learners.requestEmailChange, async ({ params, body, caller, audit }) => {
    const { email, reason } = body
    await db.transaction(async (db) => {
      const person = await requireManageable(db, caller, params.id)
      await requestEmailChange(deps, db, { person, email, by: caller.learnerId })
      await audit(db, {
        subject: learner(person.id),
        before: { email: person.email },
        after: { email_to_confirm: email },
        reason,
      })
    })
    return {
      message: `A link is on its way to ${email}, and a question to the old address. The address changes once the link was opened and the old address has agreed, or has said nothing for a day.`,
    }
  })

  serve(
    learners.requestOwnEmailChange,
    async ({ body: { email }, caller }) => {
      const { learnerId } = caller
      await takeJoinTry(deps, { learnerId, email })
      await db.transaction(async (db) => {
        const person = await lockOwnAccount(db, caller)
        if (person.parentId !== null) throw new ProblemError('not_in_child_accounts')
        if (person.email !== email) {
          await requestEmailChange(deps, db, { person, email, by: learnerId })
        }
      })
      return {
        message: t(
          'A link is on its way to {email}, and a question to your present address. Your address changes once the link was opened and the old address has agreed, or has said nothing for a day. If you choose a new password before that, please ask again.',
          { email },
        ),
      }
    },
    { bodyInBytes: formInBytes },
  )

  serve(learners.resetSecondStep, async ({ params, body: { reason }, caller, audit }) => {
    const name = await db.transaction(async (db) => {
      const person = await requireManageable(db, caller, params.id)
      const before = await resetSecondStep(deps, db, person.id)
      await cancelOwnEmailChange(db, person.id)
      await audit(db, { subject: learner(person.id), before, after: {}, reason })
      return person.name
    })
    return { message: `${name} has no second step any more, is logged out and was told by mail.` }
  })

  serve(
    learners.confirmEmail,
    async ({ body }) => {
      const { email, isChanged } = await confirmEmail(deps, body.token)
      const message = isChanged
        ? t('Your account has its new address. Please log in.')
        : t(
            'Thank you, this address is confirmed. Your account gets it as soon as the old address agrees, or a day after it was asked for. Until then please log in with the old one.',
          )
      return { email, changed: isChanged, message }
    },
    { bodyInBytes: formInBytes },
  )

  serve(
    learners.answerEmailChange,
    async ({ body }) => {
      return { message: t(afterAnswer[await answerEmailChange(deps, body)]) }
    },
    { bodyInBytes: formInBytes },
  )

  serve(learners.endSessions, async ({ params, body, caller, audit }) => {
    const name = await db.transaction(async (db) => {
      const { id, name } = await requireManageable(db, caller, params.id)
      const sessions = await countSessions(db, id)
      await closeAllSessions(db, id)
      await cancelOwnEmailChange(db, id)
      await audit(db, {
        subject: learner(id),
        before: { sessions },
        after: { sessions: 0 },
        ...(body?.reason !== undefined && { reason: body.reason }),
      })
      return name
    })
    return { message: `${name} is logged out everywhere.` }
  })

  serve(learners.blockLearner, async ({ params: { id }, body: { reason }, caller, audit }) => {
    const name = await blockLearner(db, { id, reason, caller, audit })
    return { message: `${name} is blocked and logged out everywhere.` }
  })

  serve(learners.unblockLearner, async ({ params: { id }, body: { reason }, caller, audit }) => {
    const name = await unblockLearner(db, { id, reason, caller, audit })
    return { message: `${name} can log in again.` }
  })

  serve(
    learners.impersonateLearner,
    async ({ params: { id }, body: { reason }, caller, audit }) => {
      const { token, name, expiresAt } = await impersonateLearner(db, { id, reason, caller, audit })
      return { token, name, expires_at: expiresAt.toISOString() }
    },
  )

  serve(learners.listImpersonations, async ({ caller }) => ({
    views: await listImpersonations(db, caller.learnerId),
  }))

  serve(learners.exportLearners, async ({ query, audit }) => {
    // Written first, so that nothing leaves without an entry.
    await audit(db, { subject: { kind: 'export', id: 'learners' }, after: query })
    const pieces = writeCsv(learnerHeadings, exportLearners(db, query))
    return new StreamedResponse({ name: 'learners.csv', type: 'text/csv', pieces })
  })

  serve(
    learners.importLearners,
    async ({ query, body, audit }) => {
      const isDryRun = ['true', '1'].includes(query.dry_run)
      const subject = { kind: 'import', id: 'learners' }
      // Before it begins, too: a server that dies amid it has given what it has given.
      if (!isDryRun) await audit(db, { subject, after: { begins: true } })
      const { problems, ...counted } = await importLearners(deps, { csv: body.csv, isDryRun })
      await audit(db, {
        subject,
        after: { ...counted, dry_run: isDryRun, problems: problems.length },
      })
      return { problems, ...counted }
    },
    { bodyInBytes: spreadsheetInBytes },
  )
}

const afterAnswer = {
  stays: msg('Your account stays as it is. Thank you for telling us.'),
  locked: accountLocked,
  changed: msg('Your account has its new address. Please log in with it.'),
  waits: msg(
    'Thank you. Your account gets its new address as soon as the link in the mail there is opened.',
  ),
}

function learner(id: string): { kind: string; id: string } {
  return { kind: 'learner', id }
}

import { and, eq, isNull, ne } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { dayInIndia } from '../../../shared/india-time.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import { certificates } from '../../certificates/server/tables.ts'
import * as contract from '../contract.ts'
import { findHindrance, hindrances } from './erase/find-hindrance.ts'
import {
  cancelErasure,
  type ErasureDependencies,
  hasPassword,
  isBeingErased,
  mailErasureCode,
  readErasure,
  requestErasure,
} from './erase/request-erasure.ts'
import { exportKey } from './exports/make-exports.ts'
import { listExports, requestExport, requireExport } from './exports/request-export.ts'
import { describeRegister } from './register/describe-register.ts'

export interface PrivacyDependencies extends ErasureDependencies {
  media: MediaStore
  limits: ErasureDependencies['limits'] & Pick<Limits, 'exportByLearner'>
}

const formInBytes = 8 * 1024

export function privacyRoutes(serve: Serve, deps: PrivacyDependencies): void {
  serve(contract.readRegister, async () => describeRegister())
  exportRoutes(serve, deps)
  erasureRoutes(serve, deps)
}

function exportRoutes(serve: Serve, { db, media, limits }: PrivacyDependencies): void {
  serve(contract.listExports, async ({ caller }) => ({
    exports: await listExports(db, caller.learnerId),
  }))

  serve(contract.requestExport, async ({ caller }) => {
    await consumeAttempt([limits.exportByLearner(caller.learnerId)])
    return {
      export: await requestExport(db, caller.learnerId),
      message: t('The copy of your data is being made. We write to you as soon as it is ready.'),
    }
  })

  serve(contract.fetchExport, async ({ params: { id }, caller }) => {
    const { requestedAt } = await requireExport(db, { id, learnerId: caller.learnerId })
    const found = await media.read(exportKey(id))
    if (!found) throw new ProblemError('export_not_found')
    const name = `my-data-${dayInIndia(requestedAt)}.zip`
    return new StreamedResponse({ name, type: 'application/zip', pieces: found.stream })
  })
}

function erasureRoutes(serve: Serve, deps: PrivacyDependencies): void {
  const { db } = deps

  serve(contract.readErasure, async ({ caller: { learnerId } }) => {
    const erasure = await readErasure(db, learnerId)
    const hindrance = await findHindrance(db, learnerId)
    const isHeld = and(
      eq(certificates.learnerId, learnerId),
      isNull(certificates.revokedAt),
      ne(certificates.printedName, ''),
    )
    return {
      erasure: erasure && {
        requested_at: erasure.requestedAt.toISOString(),
        due_at: erasure.dueAt.toISOString(),
        keeps_certificates: erasure.keepsCertificates,
      },
      waits_for: hindrance && t(hindrances[hindrance]),
      has_password: await hasPassword(db, learnerId),
      certificates: await db.$count(certificates, isHeld),
    }
  })

  serve(contract.requestErasureCode, async ({ caller }) => {
    await mailErasureCode(deps, caller)
    return { message: t('A code is on its way to {email}.', { email: caller.email }) }
  })

  serve(
    contract.requestErasure,
    async ({ body, caller }) => {
      const dueAt = await requestErasure(deps, caller, body)
      return {
        message: t(
          'Your account is going to be deleted after {day}. You can take it back until then.',
          {
            day: formatDateTime(dueAt),
          },
        ),
      }
    },
    { bodyInBytes: formInBytes },
  )

  serve(contract.cancelErasure, async ({ caller: { learnerId } }) => {
    if (!(await cancelErasure(deps, { learnerId })) && (await isBeingErased(db, learnerId)))
      throw new ProblemError('learner_erased')
    return { message: t('Your account stays as it is.') }
  })

  serve(
    contract.cancelErasureByLink,
    async ({ body: { token } }) => {
      if (!(await cancelErasure(deps, { token }))) throw new ProblemError('erasure_link_unusable')
      return { message: t('Your account stays as it is.') }
    },
    { bodyInBytes: formInBytes },
  )
}

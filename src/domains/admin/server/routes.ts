import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { CheckEmbedding } from '../../../integrations/video-providers/check-embedding.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Settings } from '../../../platform/settings.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { countOwners } from '../../access/server/count-owners.ts'
import { deleteCourse } from '../../catalogue/server/delete-course.ts'
import { isAvailable } from '../../catalogue/server/is-available.ts'
import { readSale } from '../../catalogue/server/read-sale.ts'
import type { CheckoutDependencies } from '../../checkout/server/dependencies.ts'
import { listAllPayments, pageAllPayments } from '../../checkout/server/orders/list-all-payments.ts'
import { fixPayments } from '../../checkout/server/settling/fix-payments.ts'
import { courseInBytes } from '../../studio/server/routes.ts'
import * as admin from '../contract.ts'
import { ownersNotice } from '../owners-notice.ts'
import { explainPaymentRoutes } from './explain-payment-routes.ts'
import { listVideoProblems } from './list-video-problems.ts'
import { putCourseOnSale } from './put-course-on-sale.ts'

export interface AdminDependencies {
  db: Database
  checkout: CheckoutDependencies
  checkEmbedding: CheckEmbedding
  settings: Pick<Settings, 'stepUp'>
}

export function adminRoutes(serve: Serve, deps: AdminDependencies): void {
  const { db, checkout } = deps

  serve(
    admin.createCourse,
    ({ body, caller, audit }) =>
      db.transaction(async (db) => {
        const course = await putCourseOnSale(db, body, caller.learnerId)
        const subject = { kind: 'course', id: course.id }
        await audit(db, { subject, after: await readSale(db, course.id) })
        return course
      }),
    { bodyInBytes: courseInBytes },
  )

  serve(admin.deleteCourse, async ({ params, audit }) => {
    const { isKeptForBuyers } = await db.transaction(async (db) => {
      const before = await readSale(db, params.id)
      const deleted = await deleteCourse(db, params.id)
      await audit(db, { before, after: { kept_for_buyers: deleted.isKeptForBuyers } })
      return deleted
    })
    const learners = isKeptForBuyers ? await countOwners(db, params.id) : 0
    return {
      message: isKeptForBuyers
        ? `${t('The course is off sale.')} ${ownersNotice(learners)}`
        : t('The course is deleted.'),
      kept_for_buyers: isKeptForBuyers,
    }
  })

  serve(admin.countLearners, async ({ params }) => {
    if (!(await isAvailable(db, params.id))) throw new ProblemError('course_not_found')
    return { learners: await countOwners(db, params.id) }
  })

  serve(admin.listVideoProblems, ({ params }) => listVideoProblems(deps, params.id))

  serve(admin.listPayments, () => listAllPayments(checkout))

  serve(admin.pagePayments, ({ query }) => pageAllPayments(checkout, query))

  serve(admin.fixPaymentStatus, async ({ audit }) => {
    const fixed = await fixPayments(checkout)
    await audit(db, { after: fixed })
    return fixed
  })

  explainPaymentRoutes(serve, checkout, deps.settings)
}

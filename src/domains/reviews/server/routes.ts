import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { onlyCurrentUser } from '../../../http/server/session-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { mayWatch } from '../../access/server/check-access.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import { isOnSale } from '../../catalogue/server/get-course.ts'
import * as contract from '../contract.ts'
import { listForStaff, listReviews } from './list-reviews.ts'
import { moderateReview } from './moderate-review.ts'
import { dismissRequest, readMyReview } from './my-review.ts'
import { reportReview } from './report-review.ts'
import { removeReview, writeReview } from './write-review.ts'

interface ReviewDependencies {
  db: Database
  limits: Pick<Limits, 'reviewByLearner' | 'reportByLearner'>
}

export function reviewsRoutes(serve: Serve, { db, limits }: ReviewDependencies): void {
  serve(
    contract.listReviews,
    async ({ params: { course_id: courseId }, query, caller }) => {
      const isSeen =
        (await isOnSale(db, courseId)) ||
        (caller !== null && (await mayWatch(db, caller.learnerId, courseId)))
      if (!isSeen) throw new ProblemError('course_not_found')
      return listReviews(db, courseId, query)
    },
    { query: onlyCurrentUser },
  )

  serve(contract.getMyReview, ({ params, caller }) => readMyReview(db, caller, params.course_id))

  serve(contract.saveMyReview, async ({ params: { course_id: courseId }, body, caller }) => {
    await consumeAttempt([limits.reviewByLearner(caller.learnerId)])
    await writeReview(db, caller, { courseId, ...body })
    return readMyReview(db, caller, courseId)
  })

  serve(contract.removeMyReview, async ({ params: { course_id: courseId }, caller }) => {
    await removeReview(db, caller.learnerId, courseId)
    return readMyReview(db, caller, courseId)
  })

  serve(contract.dismissReviewRequest, async ({ params, body: { stage }, caller }) => {
    const { course_id: courseId } = params
    const { asks } = await readMyReview(db, caller, courseId)
    if (asks === stage) await dismissRequest(db, { learnerId: caller.learnerId, courseId, stage })
    return readMyReview(db, caller, courseId)
  })

  serve(contract.reportReview, async ({ params: { id }, caller }) => {
    await consumeAttempt([limits.reportByLearner(caller.learnerId)])
    await reportReview(db, caller.learnerId, id)
    return { message: t('Thank you. The academy has been told.') }
  })

  serve(contract.listReviewsForStaff, ({ query }) => listForStaff(db, query))

  serve(contract.answerReview, ({ params: { id }, body: { words, before }, audit }) =>
    moderateReview(db, id, { answer: words === '' ? null : words, seen: before }, audit),
  )

  serve(contract.hideReview, ({ params: { id }, body: { reason }, audit }) =>
    moderateReview(db, id, { hiddenBecause: reason }, audit),
  )

  serve(contract.showReview, ({ params: { id }, audit }) =>
    moderateReview(db, id, { hiddenBecause: null }, audit),
  )
}

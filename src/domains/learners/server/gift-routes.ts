import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import type { Database } from '../../../platform/database/database.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { restoreCertificate } from '../../certificates/server/restore-certificate.ts'
import { completeIfWatched } from '../../learning/server/complete-if-watched.ts'
import type { CompletionMailDependencies } from '../../learning/server/mail-completion.ts'
import { openEarly } from '../../learning/server/open-early.ts'
import * as learners from '../contract.ts'
import { giveCourse, requireGivable } from './give-course.ts'
import { requireLearner } from './require-learner.ts'
import { withdrawGift } from './withdraw-gift.ts'

interface GiftDependencies extends CompletionMailDependencies {
  db: Database
}

export function giftRoutes(serve: Serve, deps: GiftDependencies): void {
  const { db } = deps
  serve(learners.giveCourse, async ({ params, body, audit }) => {
    const { course_id: courseId, reason } = body
    const told = await db.transaction(async (db) => {
      const { id: learnerId, name } = await requireLearner(db, params.id)
      const title = await requireGivable(db, courseId)
      const isNew = await giveCourse(db, { learnerId, courseId, reason })
      await completeIfWatched(deps, db, { learnerId, courseId })
      await restoreCertificate(db, learnerId, courseId)
      await audit(db, {
        subject: { kind: 'learner', id: learnerId },
        before: { gift: isNew ? null : courseId },
        after: { gift: courseId },
        reason,
      })
      return { title, name, isNew }
    })
    const { title, name, isNew } = told
    return {
      message: isNew
        ? t('{name} has “{title}” now.', { name, title })
        : t('{name} has “{title}” as a gift already.', { name, title }),
    }
  })

  serve(learners.openLesson, async ({ params, body, audit }) => {
    const { course_id: courseId } = params
    const { video_id: videoId, opens_at: given, reason } = body
    const told = await db.transaction(async (db) => {
      const { id: learnerId, name } = await requireLearner(db, params.id)
      if (!(await isOwned(db, learnerId, courseId))) throw new ProblemError('course_not_owned')
      const opensAt = given === null ? new Date() : new Date(given)
      const opened = await openEarly(db, { learnerId, courseId, videoId, opensAt })
      const lesson = { course: courseId, lesson: videoId, title: opened.title }
      await audit(db, {
        subject: { kind: 'learner', id: learnerId },
        before: { ...lesson, opens_at: opened.before },
        after: { ...lesson, opens_at: opened.after },
        reason,
      })
      return { ...opened, name }
    })
    const { title, name, after } = told
    return {
      message:
        after <= new Date()
          ? t('“{title}” is open for {name} now.', { title, name })
          : t('“{title}” opens for {name} {time}, unless its rule opens it sooner.', {
              title,
              name,
              time: formatDateTime(after),
            }),
    }
  })

  serve(learners.withdrawGift, async ({ params, body: { reason }, audit }) => {
    const courseId = params.course_id
    const { withdrawn, isOwned } = await db.transaction(async (db) => {
      const { id: learnerId } = await requireLearner(db, params.id)
      const done = await withdrawGift(db, { learnerId, courseId, reason })
      await audit(db, {
        subject: { kind: 'learner', id: learnerId },
        before: { gift: done.withdrawn > 0 ? courseId : null },
        after: { gift: null, still_owned: done.isOwned },
        reason,
      })
      return done
    })
    return { message: describeWithdrawal({ withdrawn, isOwned }), owned: isOwned }
  })
}

function describeWithdrawal(done: { withdrawn: number; isOwned: boolean }): string {
  if (done.withdrawn === 0) return t('The gift was withdrawn already.')
  if (done.isOwned)
    return t('The gift is withdrawn. They still have the course, as it was paid for.')
  return t('The gift is withdrawn, and the course is closed to them.')
}

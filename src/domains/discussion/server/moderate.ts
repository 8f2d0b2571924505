import { and, desc, eq, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { HideReason } from '../../../shared/hide-reasons.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import type * as contract from '../contract.ts'
import { countAnswers, lockNamed, type Named, reportsOf } from './change-question.ts'
import { answers, discussionBlocks, discussionReports, questions } from './tables.ts'

/** Hides, or with null shows; whoever reported it has been heard. */
export async function setHidden(
  outer: Database,
  of: Named,
  hiddenBecause: HideReason | null,
  audit: Audit,
): Promise<void> {
  await outer.transaction(async (db) => {
    const { questionId, answerId } = of
    const { question, named } = await lockNamed(db, of)
    // What they let stand is what stands.
    const set = { hiddenBecause, ...(hiddenBecause === null && { wordsBefore: null }) }
    if (answerId === null) {
      await db.update(questions).set(set).where(eq(questions.id, questionId))
    } else {
      await db.update(answers).set(set).where(eq(answers.id, answerId))
      await countAnswers(db, questionId)
    }
    await db.delete(discussionReports).where(reportsOf(of))
    const [lesson] = await db
      .select({ title: videos.title })
      .from(videos)
      .where(eq(videos.id, question.videoId))
    const tell = (hidden: HideReason | null) => ({
      learner: named.learnerId,
      course: question.courseId,
      ...lesson,
      answer: answerId,
      hidden_because: hidden,
    })
    await audit(db, { before: tell(named.hiddenBecause), after: tell(hiddenBecause) })
  })
}

/** Keeps the writer from writing in this course; what they wrote stays. */
export async function blockWriter(
  outer: Database,
  of: Named,
  reason: HideReason,
  audit: Audit,
): Promise<void> {
  await outer.transaction(async (db) => {
    const { question, named } = await lockNamed(db, of)
    const { courseId } = question
    await db
      .insert(discussionBlocks)
      .values({ courseId, learnerId: named.learnerId, reason })
      .onConflictDoUpdate({
        target: [discussionBlocks.courseId, discussionBlocks.learnerId],
        set: { reason, blockedAt: sql`clock_timestamp()` },
      })
    const subject = { kind: 'learner', id: named.learnerId }
    await audit(db, { subject, after: { course: courseId, writes: false, because: reason } })
  })
}

export async function endBlock(
  outer: Database,
  { courseId, learnerId }: { courseId: string; learnerId: string },
  audit: Audit,
): Promise<void> {
  await outer.transaction(async (db) => {
    const ended = await db
      .delete(discussionBlocks)
      .where(
        and(eq(discussionBlocks.courseId, courseId), eq(discussionBlocks.learnerId, learnerId)),
      )
      .returning()
    await audit(db, {
      subject: { kind: 'learner', id: learnerId },
      before: { course: courseId, writes: ended.length === 0 },
      after: { course: courseId, writes: true },
    })
  })
}

const listedAtMost = 100

export async function listBlocks(
  db: Database,
): Promise<ResponseOf<typeof contract.listDiscussionBlocks>> {
  const rows = await db
    .select({ block: discussionBlocks, name: users.name, title: courses.title })
    .from(discussionBlocks)
    .innerJoin(users, eq(users.id, discussionBlocks.learnerId))
    .innerJoin(courses, eq(courses.id, discussionBlocks.courseId))
    .orderBy(desc(discussionBlocks.blockedAt))
    .limit(listedAtMost)
  const blocks = rows.map(({ block, name, title }) => ({
    course_id: block.courseId,
    course_title: title,
    learner_id: block.learnerId,
    name,
    reason: block.reason,
    blocked_at: block.blockedAt.toISOString(),
  }))
  return { blocks }
}

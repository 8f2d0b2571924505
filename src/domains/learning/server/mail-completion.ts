import { eq } from 'drizzle-orm'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readMailConsents } from '../../accounts/server/mail-consents.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { completionMail } from './mail-templates.ts'

export interface CompletionMailDependencies {
  queueMail: QueueMail
  publicUrl: () => string
}

/**
 * Queues the mail about a completed course inside the transaction that completes it; once only, and
 * not to who wants no mails about their courses.
 */
export async function mailCompletion(
  { queueMail, publicUrl }: CompletionMailDependencies,
  db: Database,
  {
    learner,
    courseId,
  }: { learner: Pick<CurrentUser, 'learnerId' | 'name' | 'email'>; courseId: string },
): Promise<void> {
  const [course] = await db
    .select({ title: courses.title })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (!course) return // deleted meanwhile: then there is no certificate either
  if (!(await readMailConsents(db, learner.learnerId)).courses.isGiven) return
  await queueMail(db, {
    to: learner.email,
    template: () =>
      completionMail({
        learnerName: learner.name,
        courseTitle: course.title,
        courseId,
        publicUrl: publicUrl(),
      }),
    cause: `completed:${learner.learnerId}:${courseId}`,
  })
}

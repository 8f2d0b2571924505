import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { PublishedCourse } from '../../catalogue/server/publish-course.ts'
import type { Affected, Change } from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'
import { describeAsDraft } from './describe-draft.ts'
import { coursePublications } from './tables.ts'

interface Recorded {
  courseId: string
  /** As it was before. */
  published: PublishedCourse
  content: CourseDraft
  changes: Change[]
  affected: Affected
  by: string | null
}

/** Keeps a publication for ever; before the first one also what was there without any. */
export async function recordPublication(db: Database, recorded: Recorded): Promise<void> {
  const { courseId, published, content, changes, affected, by } = recorded
  const { number, courseId: course } = coursePublications
  const [last] = await db
    .select({ number })
    .from(coursePublications)
    .where(eq(course, courseId))
    .orderBy(desc(number))
    .limit(1)
  const before = last?.number ?? (await recordBeginning(db, courseId, published))
  await db
    .insert(coursePublications)
    .values({ courseId, number: before + 1, content, changes, affected, publishedBy: by })
}

/** Courses that were made at once, or before there were publications. */
async function recordBeginning(
  db: Database,
  courseId: string,
  published: PublishedCourse,
): Promise<number> {
  if (published.course.state === 'draft') return 0
  await db.insert(coursePublications).values({
    courseId,
    number: 1,
    content: describeAsDraft(published), // made without quizzes
    changes: [],
    affected: { buyers: 0, in_progress: 0, completed: 0 },
    publishedAt: published.course.createdAt,
  })
  return 1
}

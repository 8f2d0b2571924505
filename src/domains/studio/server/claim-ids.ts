import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { listIdsElsewhere, type PublishedCourse } from '../../catalogue/server/publish-course.ts'
import type { CourseDraft } from '../course-input.ts'
import { assignIds } from './assign-ids.ts'

/**
 * The draft with ids that no other course has: where one is taken, its own take the place. Of two
 * publications at once that name the same ids one comes first.
 */
export async function claimIds(
  db: Database,
  published: PublishedCourse,
  draft: CourseDraft,
  { isPublished }: { isPublished: boolean },
): Promise<CourseDraft> {
  const strangers = listStrangers(published, draft)
  if (isPublished && strangers.length > 0) await lockUntilCommit(db, 'ids of lessons')
  const courseId = published.course.id
  return assignIds(draft, {
    courseId,
    lessons: new Set(published.lessons.map(({ id }) => id)),
    modules: new Set(published.modules.map(({ id }) => id)),
    elsewhere: new Set(await listIdsElsewhere(db, courseId, strangers)),
  })
}

/** Ids that the course does not know. */
function listStrangers({ modules, lessons }: PublishedCourse, draft: CourseDraft): string[] {
  const known = new Set([...modules, ...lessons].map(({ id }) => id))
  return draft.modules
    .flatMap((module) => [module.id ?? '', ...module.videos.map(({ id }) => id ?? '')])
    .filter((id) => id !== '' && !known.has(id))
}

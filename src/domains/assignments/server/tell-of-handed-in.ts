import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { nameOfWriter, writerColumns } from '../../accounts/server/public-writer.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type { NoticeDependencies } from '../../discussion/server/dependencies.ts'
import { tellTeachers } from '../../discussion/server/tell-by-mail.ts'
import { assignment } from '../assignment.ts'
import { handedInMail } from './mail-templates.ts'
import { assignments, type SubmissionRow } from './tables.ts'

type HandedIn = Pick<SubmissionRow, 'id' | 'learnerId' | 'videoId' | 'text'>

/** Teachers, of what begins to wait, as each wishes; inside the transaction that hands in. */
export async function tellOfHandedIn(
  deps: NoticeDependencies,
  db: Database,
  { id, learnerId, videoId, text }: HandedIn,
): Promise<void> {
  await tellTeachers(deps, db, learnerId, {
    notice: null,
    cause: `handed-in:${id}`,
    write: async () => {
      const [found] = await db
        .select({
          settings: assignments.settings,
          courseTitle: courses.title,
          writer: writerColumns,
        })
        .from(assignments)
        .innerJoin(courses, eq(courses.id, assignments.courseId))
        .innerJoin(users, eq(users.id, learnerId))
        .where(eq(assignments.videoId, videoId))
      const { title } = assignment.parse(found?.settings ?? {})
      const { courseTitle = '', writer } = found ?? {}
      const by = writer ? nameOfWriter(writer) : null
      return (name) =>
        handedInMail({ name, publicUrl: deps.publicUrl(), id, title, courseTitle, by, text })
    },
  })
}

import type { SessionQuery } from '../../../http/server/session-query.ts'
import { stripMarkdown } from '../../../platform/markdown/strip-markdown.ts'

/** A learner's courses with their progress, newest first, as the JSON that is sent. */
export const myCoursesQuery: SessionQuery<string> = {
  name: 'list_my_courses',
  select: `
    select coalesce(json_agg(json_build_object(
             'id', courses.id, 'title', courses.title, 'description', courses.description,
             'thumbnail', courses.thumbnail,
             'progress', coalesce(course_progress.percent, 0),
             'completed', course_progress.completed_at is not null)
             order by entitlements.since desc, courses.id), '[]')::text
      from entitlements
      join courses on courses.id = entitlements.course_id
      left join course_progress
        on course_progress.learner_id = entitlements.learner_id
       and course_progress.course_id = entitlements.course_id
     where entitlements.learner_id = caller.id`,
  params: [],
}

/** The same with the words of each description alone: cards show no markup. */
export function withoutMarkup(coursesJson: string): string {
  const courses: { description: string }[] = JSON.parse(coursesJson)
  return JSON.stringify(
    courses.map((course) => ({ ...course, description: stripMarkdown(course.description) })),
  )
}

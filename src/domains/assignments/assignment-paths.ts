import { paths } from '../../paths.ts'
import { discussionPaths } from '../discussion/discussion-paths.ts'

/** An assignment beside its lesson. Apart from `src/paths.ts`, which every public page loads. */
export function assignmentPath({ courseId, videoId }: { courseId: string; videoId: string }) {
  return `${paths.course(courseId)}?${new URLSearchParams({ lesson: videoId, tool: 'assignment' })}`
}

/** What is due in all own courses, and what was handed in that left its course. */
export const myAssignmentsPath = `${paths.myCourses}?tab=assignments`

/** Something handed in, in the office. */
export function submissionPath(id: string): string {
  return `${discussionPaths.handedIn}?${new URLSearchParams({ submission: id })}`
}

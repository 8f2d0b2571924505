import { paths } from '../../paths.ts'

/** An assignment beside its lesson. Apart from `src/paths.ts`, which every public page loads. */
export function assignmentPath({ courseId, videoId }: { courseId: string; videoId: string }) {
  return `${paths.course(courseId)}?${new URLSearchParams({ lesson: videoId, tool: 'assignment' })}`
}

/** What is handed in, in the office. */
export const submissionsOffice = '/admin/assignments'

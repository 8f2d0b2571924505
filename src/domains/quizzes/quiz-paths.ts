import { paths } from '../../paths.ts'

/** A quiz beside its lesson. Apart from `src/paths.ts`, which every public page loads. */
export function quizPath({ courseId, videoId }: { courseId: string; videoId: string }) {
  return `${paths.course(courseId)}?${new URLSearchParams({ lesson: videoId, tool: 'quiz' })}`
}

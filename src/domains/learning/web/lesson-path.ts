import { paths } from '../../../paths.ts'

/** The lesson in its classroom. With a second it plays from there, with a tool that one is open. */
export function lessonPath(
  { courseId, videoId }: { courseId: string; videoId: string },
  at: { seconds?: number; tool?: string } = {},
): string {
  const query = new URLSearchParams({
    lesson: videoId,
    ...(at.seconds !== undefined && { t: String(Math.floor(at.seconds)) }),
    ...(at.tool !== undefined && { tool: at.tool }),
  })
  return `${paths.course(courseId)}?${query}`
}

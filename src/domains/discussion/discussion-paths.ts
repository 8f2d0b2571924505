import { paths } from '../../paths.ts'

/** Apart from `src/paths.ts`, which every public page loads. */
export const discussionPaths = {
  office: '/admin/questions',
  /** A question in the office. */
  worked: (id: string) => `/admin/questions?${new URLSearchParams({ question: id })}`,
  /** A question beside its lesson. */
  question: ({ courseId, videoId, id }: { courseId: string; videoId: string; id: string }) =>
    `${paths.course(courseId)}?${new URLSearchParams({ lesson: videoId, tool: 'questions', question: id })}`,
  /** Assignments in the office, which come after this domain. */
  handedIn: '/admin/assignments',
  mails: `${paths.myCourses}?tab=details`,
}

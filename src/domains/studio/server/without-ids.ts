import type { CourseDraft } from '../course-input.ts'

/** For a course of its own: the academy gives other ids. */
export function withoutIds(course: CourseDraft): CourseDraft {
  return {
    ...course,
    modules: course.modules.map(({ id: _module, ...module }) => ({
      ...module,
      videos: module.videos.map(({ id: _video, ...video }) => video),
    })),
  }
}

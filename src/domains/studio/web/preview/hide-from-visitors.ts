import type { Course } from '../../../catalogue/contract.ts'

/** A course as visitors get it: of lessons that are not free to see only title, length and when they open. */
export function hideFromVisitors(course: Course): Course {
  return {
    ...course,
    modules: course.modules.map((module) => ({
      ...module,
      videos: module.videos.map((video) => {
        const { id, title, duration, opens, opens_text } = video
        return video.is_preview ? video : { id, title, duration, opens, opens_text }
      }),
    })),
  }
}

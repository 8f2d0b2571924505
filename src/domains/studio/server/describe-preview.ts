import type { Course, LessonOpening } from '../../catalogue/contract.ts'
import { placeOpenings } from '../../catalogue/lesson-opening.ts'
import {
  describeAttachments,
  describeCourse,
  withOpeningTexts,
} from '../../catalogue/server/read-courses.ts'
import type { CourseDraft, VideoDraft } from '../course-input.ts'
import { columnsOf } from './course-columns.ts'

/** A draft in the form in which the public pages show a course. A price of 0: none is set yet. */
export function describePreview(
  courseId: string,
  draft: CourseDraft,
  /** Of attachments, by their ids. */
  sizes: ReadonlyMap<string, number> = new Map(),
): Course {
  const lessons = draft.modules.flatMap(({ videos }) => videos)
  const openings = placeOpenings(
    lessons.map(({ id = '', is_preview: isPreview, opens }) => ({ id, isPreview, opens })),
  )
  const modules = draft.modules.map(({ id = '', title, description, videos }) => ({
    id,
    title: title || 'Untitled module',
    description,
    videos: videos.map((video) => ({
      ...describeVideo(video, openings.get(video.id ?? '')),
      ...describeAttachments(video.attachments, sizes),
    })),
  }))
  const row = { ...columnsOf(draft), id: courseId, title: draft.title || 'Untitled course' }
  return withOpeningTexts(describeCourse(row, modules))
}

function describeVideo(
  video: VideoDraft,
  opens: LessonOpening | null | undefined,
): Course['modules'][number]['videos'][number] {
  const { id = '', title, duration, url, text } = video
  const links = video.links.map(({ title, url }) => ({ title: title || url, url }))
  return {
    id,
    title: title || 'Untitled lesson',
    duration,
    ...(video.is_preview && { is_preview: true }),
    ...(opens && { opens }),
    url,
    ...(text !== '' && { text }),
    ...(links.length > 0 && { links }),
  }
}

import type { Course } from '../../catalogue/contract.ts'
import type { CourseDraft, VideoDraft } from '../course-input.ts'
import { filledPage } from './plan-publication.ts'

/** A draft in the form in which the public pages show a course. A price of 0: none is set yet. */
export function describePreview(courseId: string, draft: CourseDraft): Course {
  return {
    id: courseId,
    title: draft.title || 'Untitled course',
    description: draft.description,
    price: draft.price ?? 0,
    thumbnail: draft.thumbnail || null, // an empty field means none
    modules: draft.modules.map(({ id = '', title, description, videos }) => ({
      id,
      title: title || 'Untitled module',
      description,
      videos: videos.map(describeVideo),
    })),
    ...filledPage(draft),
  }
}

function describeVideo(video: VideoDraft): Course['modules'][number]['videos'][number] {
  const { id = '', title, duration, url, text } = video
  const links = video.links.map(({ title, url }) => ({ title: title || url, url }))
  return {
    id,
    title: title || 'Untitled lesson',
    duration,
    ...(video.is_preview && { is_preview: true }),
    url,
    ...(text !== '' && { text }),
    ...(links.length > 0 && { links }),
  }
}

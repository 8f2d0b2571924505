import { call } from '../../../../ui/call.ts'
import { isRefused } from '../../../../ui/is-refused.ts'
import { recogniseVideoLink } from '../../../catalogue/video-link.ts'
import type { Film, FreshLink } from '../player/film.ts'

interface FilmedVideo {
  film?: Film | undefined
}

/**
 * What an address plays, whoever it was signed for and in whichever size: it is the same until the film
 * of its lesson is replaced.
 */
export function sourceOf(url: string): string {
  const link = recogniseVideoLink(url)
  const address = link?.provider === 'file' ? link.url : url
  if (!address.startsWith('/')) return address
  const [path = ''] = address.split('?')
  return /^\/films\/[^/]+/.exec(path)?.[0] ?? path
}

interface Lesson {
  courseId: string
  videoId: string
}

/**
 * A fresh link to the film of a lesson, whose links end; null if there is none to be had. Rejects
 * while the academy cannot be reached.
 */
export async function renewLink(lesson: Lesson): Promise<FreshLink | null> {
  const video: (FilmedVideo & { url?: string | undefined }) | undefined = await findVideo(lesson)
  const link = recogniseVideoLink(video?.url ?? '')
  return link?.provider === 'file' ? { url: link.url, film: video?.film } : null
}

/** The same for a file of the lesson. */
export async function renewFileLink(lesson: Lesson & { fileId: string }): Promise<string | null> {
  const video = await findVideo(lesson)
  return video?.attachments?.find(({ id }) => id === lesson.fileId)?.url ?? null
}

/** The lesson as the academy shows it now; undefined if it does not. Rejects while it cannot be reached. */
export async function findVideo({ courseId, videoId }: Lesson) {
  try {
    const { modules } = await call('GET /courses/:course_id', {
      params: { course_id: courseId },
    })
    return modules.flatMap(({ videos }) => videos).find(({ id }) => id === videoId)
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

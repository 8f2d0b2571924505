import type { getCourse } from '../../domains/catalogue/contract.ts'
import { fillInCourse } from '../../domains/catalogue/web/fill-in-course.ts'
import { fetchMyCourses } from '../../domains/learning/web/queries.ts'
import type { ResponseOf } from '../../http/endpoint.ts'
import type { Session } from '../../ui/session.ts'

type OpenCourse = ResponseOf<typeof getCourse>

/**
 * A course whose answer says neither whose it is nor more than the specification names: theirs whose
 * session or list has it, and locked for everybody else but staff.
 */
export async function fillInOwned(course: OpenCourse, { user }: Session): Promise<OpenCourse> {
  const listed = await fetchMyCourses().catch(() => [])
  const owned =
    user.purchased_courses.includes(course.id) || listed.some(({ id }) => id === course.id)
  const known = fillInCourse({ ...course, owned })
  return owned || user.is_admin ? known : { ...known, modules: known.modules.map(lock) }
}

function lock(module: OpenCourse['modules'][number]): OpenCourse['modules'][number] {
  const videos = module.videos.map(({ url, ...video }) =>
    video.is_preview && url !== undefined ? { ...video, url } : video,
  )
  return { ...module, videos }
}

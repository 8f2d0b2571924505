import type { SendRequest } from '../../../../http/api-client.ts'
import { paths } from '../../../../paths.ts'
import { lessonAnchor } from '../../../catalogue/web/lesson-anchor.ts'
import type { ServedBlock } from '../../contract.ts'
import type { OfferedCourse } from './offered-courses-list.tsx'

interface Officer {
  name: string
  email: string
  phone: string
}

/** What parts of a page show that other calls tell. */
export interface PageParts {
  offered: OfferedCourse[]
  bundles: OfferedCourse[]
  officer: Officer | null
}

const shownAtMost = 3

/** Asks for what the page shows, and for nothing else. */
export async function loadParts(
  ask: SendRequest,
  blocks: readonly ServedBlock[],
): Promise<PageParts> {
  const has = (type: ServedBlock['type']) => blocks.some((block) => block.type === type)
  const [offered, bundles, officer] = await Promise.all([
    has('courses') ? loadCourses(ask) : [],
    has('bundles') ? loadBundles(ask) : [],
    has('contact') ? ask('GET /grievance-officer', {}) : null,
  ])
  return { offered, bundles, officer: officer?.grievance_officer ?? null }
}

async function loadCourses(ask: SendRequest): Promise<OfferedCourse[]> {
  const courses = await ask('GET /courses', {})
  return courses.slice(0, shownAtMost).map((course) => {
    const { id, title, summary, launch_price: launch, thumbnail, modules } = course
    const lessons = modules.flatMap(({ videos }) => videos)
    const free = lessons.find(({ is_preview }) => is_preview)
    return {
      id,
      path: paths.course(id),
      title,
      summary,
      price: launch?.price ?? course.price,
      ...(launch && { formerPrice: course.price }),
      thumbnail,
      freeLessonPath: free ? `${paths.course(id)}#${lessonAnchor(free.id)}` : null,
    }
  })
}

async function loadBundles(ask: SendRequest): Promise<OfferedCourse[]> {
  const query = { limit: shownAtMost }
  const { bundles } = await ask('GET /bundles', { query })
  return bundles.map(({ id, title, description, price, former_price: former, courses }) => ({
    id: courses[0]?.id ?? id,
    path: paths.bundle(id),
    title,
    summary: description,
    price,
    ...(former !== null && { formerPrice: former }),
    thumbnail: courses[0]?.thumbnail,
    freeLessonPath: null,
  }))
}

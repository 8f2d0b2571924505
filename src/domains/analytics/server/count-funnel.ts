import { and, between, eq, inArray, ne, sum } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { isOutsideRemovedDemo } from '../../catalogue/server/visibility.ts'
import type { getFunnel } from '../contract.ts'
import { insightDays } from './tables.ts'

export const funnelHeadings = ['Course', 'Page views', 'Orders', 'Paid']

type Funnel = ResponseOf<typeof getFunnel>
type Step = Funnel['all']
const steps = ['views', 'orders', 'paid'] as const

/** From course pages to orders to payments; courses that most looked at first. */
export async function countFunnel(
  db: Database,
  { from, to, course_id: asked }: QueryOf<typeof getFunnel>,
): Promise<Funnel> {
  const rows = await db
    .select({
      courseId: insightDays.courseId,
      title: courses.title,
      figure: insightDays.figure,
      amount: sum(insightDays.amount).mapWith(Number),
    })
    .from(insightDays)
    .innerJoin(courses, eq(courses.id, insightDays.courseId))
    .where(
      and(
        inArray(insightDays.figure, [...steps]),
        asked === undefined ? ne(insightDays.courseId, '') : eq(insightDays.courseId, asked),
        between(insightDays.day, from, to),
        isOutsideRemovedDemo,
      ),
    )
    .groupBy(insightDays.courseId, courses.title, insightDays.figure)
  const all = nothing()
  const byCourse = new Map<string, Funnel['courses'][number]>()
  for (const { courseId, title, figure, amount } of rows) {
    const step = steps.find((name) => name === figure)
    if (step === undefined) continue
    const course = byCourse.get(courseId) ?? { course_id: courseId, title, ...nothing() }
    byCourse.set(courseId, course)
    course[step] += amount
    all[step] += amount
  }
  const listed = [...byCourse.values()].sort(
    (one, other) => other.views - one.views || other.orders - one.orders,
  )
  return { all, courses: listed }
}

function nothing(): Step {
  return { views: 0, orders: 0, paid: 0 }
}

/** In the order of the headings. */
export function describeFunnel({
  title,
  views,
  orders,
  paid,
}: Funnel['courses'][number]): string[] {
  return [title, String(views), String(orders), String(paid)]
}

import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { opensAt } from '../../catalogue/lesson-opening.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { readCourse } from '../../catalogue/server/read-courses.ts'
import { writePlanCalendar } from './write-plan-calendar.ts'

/** An owner's calendar of a course: each lesson whose instant is known, also past ones. */
export async function* describePlanCalendar(
  { db, readStanding, publicUrl }: OpeningDependencies & { publicUrl: () => string },
  learnerId: string,
  courseId: string,
): AsyncIterable<string> {
  const stored = await readCourse(db, courseId)
  if (!stored) return
  const standing = await readStanding(db, { learnerId, courseId })
  const { title, modules } = stored.course
  const titles = new Map(
    modules.flatMap(({ videos }) => videos).map(({ id, title }) => [id, title]),
  )
  const url = publicUrl() + languagePath(paths.course(courseId))
  const entries = (stored.plan ?? []).flatMap((lesson) => {
    const at = opensAt(lesson, standing)
    if (!(at instanceof Date)) return []
    const uid = `${encodeURIComponent(lesson.id)}@${new URL(url).host}`
    return [{ uid, title: titles.get(lesson.id) ?? '', at }]
  })
  yield writePlanCalendar({ title, url, writtenAt: new Date() }, entries)
}

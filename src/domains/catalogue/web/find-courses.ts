import type { CourseQuery } from '../../../paths.ts'
import { foldForSearch } from '../../../shared/fold-for-search.ts'
import type { Course } from '../contract.ts'
import { languageOf } from './course-filters.ts'

/** Divides by two and by three: the rows of the grid are full on every screen. */
export const coursesPerPage = 12

interface CoursePage {
  courses: Course[]
  /** From 1; null where the list has no such page. */
  page: number | null
  pages: number
  /** How many courses match on all pages together. */
  found: number
  /** How many there are, whether they match or not. */
  total: number
}

/**
 * One page of the courses in which every word of the search stands: in the title, the description or
 * the outline. Newest first (the given ones are oldest first), and what the title says before the
 * rest. Without a search all courses match that are in the language and of the level asked for.
 */
export function findCourses(
  courses: readonly Course[],
  { search, language, level, page }: CourseQuery & { page: number },
): CoursePage {
  const words = foldForSearch(search).split(/\s+/).filter(Boolean)
  const holdsAll = (text: string) => words.every((word) => text.includes(word))
  const matching = courses
    .toReversed()
    .filter(
      (course) =>
        (language === '' || languageOf(course) === language) &&
        (level === '' || course.level === level) &&
        holdsAll(foldForSearch(wordsOf(course))),
    )
  const byTitle = Map.groupBy(matching, ({ title }) => holdsAll(foldForSearch(title)))
  const sorted = [...(byTitle.get(true) ?? []), ...(byTitle.get(false) ?? [])]
  const pages = Math.max(1, Math.ceil(sorted.length / coursesPerPage))
  const isThere = Number.isSafeInteger(page) && page >= 1 && page <= pages
  return {
    courses: isThere ? sorted.slice((page - 1) * coursesPerPage, page * coursesPerPage) : [],
    page: isThere ? page : null,
    pages,
    found: sorted.length,
    total: courses.length,
  }
}

function wordsOf({ title, subtitle = '', description, modules }: Course): string {
  const outline = modules.flatMap((module) => [
    module.title,
    module.description,
    ...module.videos.map((video) => video.title),
  ])
  return [title, subtitle, description, ...outline].join('\n')
}

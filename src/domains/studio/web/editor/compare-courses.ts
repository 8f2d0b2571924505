import { msg, t } from '../../../../shared/i18n/translate.ts'
import {
  type Choices,
  chooseFields,
  compareFields,
  type Difference,
  idsOf,
  interleave,
  type Side,
} from '../../../../ui/drafting/differences.ts'
import { courseFieldNames, courseFields } from '../../course-fields.ts'
import type { CourseDetails } from '../../course-input.ts'
import type { EditedCourse, EditedLesson, EditedModule } from './edited-course.ts'

const detailLabels = Object.fromEntries(
  courseFieldNames.map((name) => [name, courseFields[name].label]),
) as Record<keyof CourseDetails, string> // as it is made of the names
const moduleLabels = { title: msg('title'), description: msg('description') }
const lessonLabels: Record<Exclude<keyof EditedLesson, 'id'>, string> = {
  title: msg('title'),
  url: msg('link'),
  duration: msg('duration'),
  is_preview: msg('free preview'),
  opens: msg('opening'),
  text: msg('text'),
  links: msg('links'),
  attachments: msg('files'),
  quiz: msg('quiz'),
  assignment: msg('assignment'),
}

/** All in which two texts of a course differ, from its top to its end. */
export function compareCourses(
  mine: EditedCourse,
  theirs: EditedCourse,
  base: EditedCourse | null,
): Difference[] {
  const [ours, other] = [indexCourse(mine), indexCourse(theirs)]
  const before = base && indexCourse(base)
  return [
    ...compareFields('details', detailLabels, mine, theirs, base, (label) => t(label)),
    ...compareOrder(mine, theirs, base),
    ...compareEach('module', ours.modules, other.modules, before?.modules ?? null, moduleLabels),
    ...compareEach('lesson', ours.lessons, other.lessons, before?.lessons ?? null, lessonLabels),
  ]
}

/**
 * The course that was chosen, difference by difference. A chosen lesson is never lost: a module that
 * holds one stays, even if it was not chosen itself.
 */
export function mergeCourses(
  mine: EditedCourse,
  theirs: EditedCourse,
  choices: Choices,
): EditedCourse {
  const sideOf = (key: string): Side => choices[key] ?? 'mine'
  const [ours, other] = [indexCourse(mine), indexCourse(theirs)]
  const order = sideOf('order')
  const [first, second] = order === 'mine' ? [mine, theirs] : [theirs, mine]
  const isKept = (key: string, isMine: boolean, isTheirs: boolean) =>
    isMine && isTheirs ? true : sideOf(key) === (isMine ? 'mine' : 'theirs')

  const home = new Map<string, string>()
  for (const [id, { moduleId }] of [...other.lessons, ...ours.lessons]) {
    if (!isKept(`lesson.${id}`, ours.lessons.has(id), other.lessons.has(id))) continue
    const place =
      order === 'mine' ? (ours.lessons.get(id) ?? other.lessons.get(id)) : other.lessons.get(id)
    home.set(id, place?.moduleId ?? moduleId)
  }
  const needed = new Set(home.values())
  const modules = interleave(idsOf(first.modules), idsOf(second.modules)).filter(
    (id) => needed.has(id) || isKept(`module.${id}`, ours.modules.has(id), other.modules.has(id)),
  )
  const lessonsOf = (course: EditedCourse, id: string) =>
    idsOf(course.modules.find((module) => module.id === id)?.videos ?? [])

  return {
    ...chooseFields('details', detailLabels, mine, theirs, sideOf),
    modules: modules.map((id) => ({
      ...chooseOne(
        `module.${id}`,
        moduleLabels,
        ours.modules.get(id),
        other.modules.get(id),
        sideOf,
      ),
      videos: interleave(lessonsOf(first, id), lessonsOf(second, id))
        .filter((lessonId) => home.get(lessonId) === id)
        .map((lessonId) => {
          const pair = [ours.lessons.get(lessonId), other.lessons.get(lessonId)] as const
          const chosen = chooseOne(`lesson.${lessonId}`, lessonLabels, ...pair, sideOf)
          const { moduleId: _, ...lesson } = chosen
          return lesson
        }),
    })),
  }
}

type Placed = EditedLesson & { moduleId: string }

function indexCourse(course: EditedCourse) {
  const modules = new Map<string, EditedModule>()
  const lessons = new Map<string, Placed>()
  for (const module of course.modules) {
    modules.set(module.id, module)
    for (const lesson of module.videos) lessons.set(lesson.id, { ...lesson, moduleId: module.id })
  }
  return { modules, lessons }
}

function compareEach<T extends { id: string; title: string }>(
  kind: 'module' | 'lesson',
  mine: ReadonlyMap<string, T>,
  theirs: ReadonlyMap<string, T>,
  base: ReadonlyMap<string, T> | null,
  labels: Partial<Record<keyof T, string>>,
): Difference[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const key = `${kind}.${id}`
    const [own, other] = [mine.get(id), theirs.get(id)]
    const title = (own ?? other)?.title || t('untitled')
    const label =
      kind === 'module' ? t('Module “{title}”', { title }) : t('Lesson “{title}”', { title })
    if (own && other) {
      const before = base?.get(id) ?? null
      return compareFields(key, labels, own, other, before, (field) => `${label}: ${t(field)}`)
    }
    const suggested =
      base === null ? null : base.has(id) === (own !== undefined) ? 'theirs' : 'mine'
    const [is, isNot] = [t('Is there'), null]
    return [{ key, label, mine: own ? is : isNot, theirs: other ? is : isNot, suggested }]
  })
}

function compareOrder(
  mine: EditedCourse,
  theirs: EditedCourse,
  base: EditedCourse | null,
): Difference[] {
  const own = describeOrder(mine, theirs)
  const other = describeOrder(theirs, mine)
  if (own.key === other.key) return []
  const before = base && describeOrder(base, mine).key
  const isMineOld = base !== null && describeOrder(mine, base).key === before
  const isTheirsOld =
    base !== null && describeOrder(theirs, base).key === describeOrder(base, theirs).key
  const suggested = isMineOld === isTheirsOld ? null : isMineOld ? 'theirs' : 'mine'
  const label = t('Order of modules and lessons')
  return [{ key: 'order', label, mine: own.text, theirs: other.text, suggested }]
}

/** The arrangement of what both have; what only one has is no question of order. */
function describeOrder(course: EditedCourse, other: EditedCourse) {
  const known = indexCourse(other)
  const lines = course.modules.map(({ id, title, videos }) => ({
    id,
    title,
    isShared: known.modules.has(id),
    videos: videos.filter((lesson) => known.lessons.has(lesson.id)),
  }))
  const key = JSON.stringify([
    lines.filter(({ isShared }) => isShared).map(({ id }) => id),
    lines
      .filter(({ videos }) => videos.length > 0)
      .map(({ id, videos }) => ({ id, lessons: idsOf(videos) }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  ])
  const text = lines
    .filter(({ isShared, videos }) => isShared || videos.length > 0)
    .map(({ title, videos }) => `${title}: ${videos.map((lesson) => lesson.title).join(', ')}`)
    .join('\n')
  return { key, text }
}

function chooseOne<T extends object>(
  key: string,
  labels: Partial<Record<keyof T, string>>,
  mine: T | undefined,
  theirs: T | undefined,
  sideOf: (key: string) => Side,
): T {
  if (mine && theirs) return chooseFields(key, labels, mine, theirs, sideOf)
  const one = mine ?? theirs
  if (!one) throw new Error(`Neither side has ${key}`)
  return one
}

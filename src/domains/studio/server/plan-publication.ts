import { isDeepStrictEqual } from 'node:util'
import type { Assignment } from '../../assignments/assignment.ts'
import type { CourseState } from '../../catalogue/contract.ts'
import { placeOpenings } from '../../catalogue/lesson-opening.ts'
import { readDurationInSeconds } from '../../catalogue/read-duration.ts'
import { measureOwnFilm } from '../../catalogue/server/measure-own-film.ts'
import type {
  LessonRow,
  ModuleRow,
  Publication,
  PublishedCourse,
} from '../../catalogue/server/publish-course.ts'
import type { Quiz } from '../../quizzes/quiz.ts'
import type { Change } from '../contract.ts'
import type { CourseDraft, VideoDraft } from '../course-input.ts'
import { columnsOf } from './course-columns.ts'
import { describeAssignments, listAssignments } from './describe-assignments.ts'
import { describeDetails, describeLessonDetails } from './describe-details.ts'
import { asksForLess, describeQuizzes, listQuizzes } from './describe-quizzes.ts'
import { listMoved } from './list-moved.ts'

export interface PlannedPublication extends Publication {
  /** What readers are told before they say yes. */
  changes: Change[]
  /** By their lessons. */
  quizzes: ReadonlyMap<string, Quiz>
  assignments: ReadonlyMap<string, Assignment>
}

/**
 * What a draft makes of a course. Every module and lesson of the draft has an id, none twice; a lesson
 * that the course knows keeps its identity wherever it stands, a lesson that is missing is retired.
 */
export function planPublication(
  published: PublishedCourse,
  draft: CourseDraft,
  state: CourseState,
  /** Of own films, in seconds, by their addresses. */
  filmLengths: ReadonlyMap<string, number> = new Map(),
  /** What is published, by its lessons. */
  quizzes: ReadonlyMap<string, Quiz> = new Map(),
  assignments: ReadonlyMap<string, Assignment> = new Map(),
): PlannedPublication {
  const modules = draft.modules.map(({ id = '', title, description }, position) => ({
    id,
    position,
    title,
    description,
  }))
  const known = new Map(published.lessons.map((lesson) => [lesson.id, lesson]))
  const wanted = draft.modules.flatMap((module) =>
    module.videos.map((video, position) =>
      planLesson(video, {
        moduleId: module.id ?? '',
        position,
        before: known.get(video.id ?? ''),
        filmLengths,
      }),
    ),
  )
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const retired = published.lessons.filter(
    ({ id, retiredAt }) => retiredAt === null && !wantedIds.has(id),
  )
  const arriving = wanted.filter(({ id }) => isAway(known.get(id)))
  const refilmed = wanted.filter(({ id, film }) => film !== (known.get(id)?.film ?? film))
  const wantedQuizzes = listQuizzes(draft)
  const wantedAssignments = listAssignments(draft)
  const moduleIds = new Set(modules.map(({ id }) => id))
  const removed = published.modules.filter(({ id }) => !moduleIds.has(id))
  const course = { ...columnsOf(draft), state }
  const changedModules = modules.filter((module) => !isSameModule(published.modules, module))
  return {
    course,
    modules: changedModules,
    lessons: wanted.filter((lesson) => !isSameLesson(known.get(lesson.id), lesson)),
    arriving: new Set(arriving.map(({ id }) => id)),
    retiredIds: retired.map(({ id }) => id),
    removedModuleIds: removed.map(({ id }) => id),
    ending: listEnding(published, wanted),
    changesLessons:
      arriving.length + retired.length + refilmed.length > 0 || asksForLess(quizzes, wantedQuizzes),
    quizzes: wantedQuizzes,
    assignments: wantedAssignments,
    changes: [
      ...describeDetails(published.course, course),
      ...describeModules(published, modules, removed),
      ...describeLessons(published, wanted, modules),
      ...describeQuizzes(quizzes, wantedQuizzes, wanted),
      ...describeAssignments(assignments, wantedAssignments, wanted),
      ...retired.map(
        ({ id, title }): Change => ({
          kind: 'retired',
          video_id: id,
          text: `“${title}” leaves the course. What was watched of it is kept.`,
        }),
      ),
    ],
  }
}

type PlannedLesson = Publication['lessons'][number]
type PlannedModule = Publication['modules'][number]

function planLesson(
  video: VideoDraft,
  at: {
    moduleId: string
    position: number
    before: LessonRow | undefined
    filmLengths: ReadonlyMap<string, number>
  },
): PlannedLesson {
  const { moduleId, position, before } = at
  const { id = '', title, url, duration, is_preview: isPreview, text, attachments } = video
  const links = video.links.map(({ title, url }) => ({ title: title || url, url }))
  const lesson = {
    id,
    moduleId,
    position,
    title,
    url,
    duration,
    isPreview,
    text,
    links,
    attachments,
    opens: video.opens ?? null,
  }
  return { ...lesson, ...numberFilm(before, lesson, at.filmLengths) }
}

/** The openings that this publication ends: what they opened for somebody stays open. */
function listEnding({ lessons }: PublishedCourse, wanted: PlannedLesson[]): Publication['ending'] {
  const present = lessons.filter(({ retiredAt }) => retiredAt === null)
  const [before, after] = [placeOpenings(present), placeOpenings(wanted)]
  return present.flatMap(({ id, earlierOpenings }) => {
    const opening = before.get(id) ?? null
    if (isDeepStrictEqual(opening, after.get(id))) return []
    const kept = earlierOpenings.filter((one) => !isDeepStrictEqual(one.opening, opening))
    return [{ id, opening, kept }]
  })
}

/**
 * By an address that the lesson had before it is the film of then. By a new one it is another, unless
 * both are known to be equally long: then it has only moved.
 */
function numberFilm(
  before: LessonRow | undefined,
  after: Filmed,
  filmLengths: ReadonlyMap<string, number>,
): Pick<LessonRow, 'film' | 'earlierFilms'> {
  if (before === undefined) return { film: 1, earlierFilms: {} }
  const { url, film, earlierFilms: known } = before
  if (url === after.url) return { film, earlierFilms: known }
  const earlierFilms = { ...known, [url]: film }
  const length = lengthOf(before, filmLengths)
  const hasMoved = length !== null && length === lengthOf(after, filmLengths)
  const next = hasMoved ? film : Math.max(...Object.values(earlierFilms)) + 1
  return { film: known[after.url] ?? next, earlierFilms }
}

type Filmed = Pick<LessonRow, 'url' | 'duration'>

function lengthOf(
  { url, duration }: Filmed,
  filmLengths: ReadonlyMap<string, number>,
): number | null {
  return filmLengths.get(url) ?? measureOwnFilm(url) ?? readDurationInSeconds(duration)
}

/** Not in the course: new, or retired before. */
function isAway(lesson: LessonRow | undefined): boolean {
  return lesson === undefined || lesson.retiredAt !== null
}

function isSameModule(before: ModuleRow[], module: PlannedModule): boolean {
  const known = before.find(({ id }) => id === module.id)
  return (
    known !== undefined &&
    known.position === module.position &&
    known.title === module.title &&
    known.description === module.description
  )
}

function isSameLesson(before: LessonRow | undefined, lesson: PlannedLesson): boolean {
  if (before === undefined || before.retiredAt !== null) return false
  const names = Object.keys(lesson) as (keyof PlannedLesson)[] // the row has them all
  return names.every((name) => isDeepStrictEqual(before[name], lesson[name]))
}

function describeModules(
  published: PublishedCourse,
  modules: PlannedModule[],
  removed: ModuleRow[],
): Change[] {
  const known = new Map(published.modules.map((module) => [module.id, module]))
  const moved = listMoved(
    published.modules.map(({ id }) => id),
    modules.map(({ id }) => id),
  )
  return [
    ...modules.flatMap((module): Change[] => {
      const before = known.get(module.id)
      if (!before) return [{ kind: 'added', text: `New module “${module.title}”.` }]
      return [
        ...change(moved.has(module.id), {
          kind: 'moved',
          text: `Module “${module.title}” moves to place ${module.position + 1}.`,
        }),
        ...change(before.title !== module.title, {
          kind: 'renamed',
          text: `Module “${before.title}” is now called “${module.title}”.`,
        }),
        ...change(before.description !== module.description, {
          kind: 'details',
          text: `The description of module “${module.title}” changes.`,
        }),
      ]
    }),
    ...removed.map(
      ({ title }): Change => ({
        kind: 'retired',
        text: `Module “${title}” leaves the course.`,
      }),
    ),
  ]
}

function describeLessons(
  published: PublishedCourse,
  lessons: PlannedLesson[],
  modules: PlannedModule[],
): Change[] {
  const known = new Map(published.lessons.map((lesson) => [lesson.id, lesson]))
  const titles = new Map(modules.map(({ id, title }) => [id, title]))
  const moved = listMovedLessons(published, lessons)
  return lessons.flatMap((lesson): Change[] => {
    const of = { video_id: lesson.id }
    const before = known.get(lesson.id)
    const module = titles.get(lesson.moduleId ?? '') ?? ''
    if (!before)
      return [{ kind: 'added', ...of, text: `New lesson “${lesson.title}” in “${module}”.` }]
    if (before.retiredAt !== null)
      return [{ kind: 'added', ...of, text: `“${lesson.title}” comes back, in “${module}”.` }]
    return [
      ...change(moved.has(lesson.id), {
        kind: 'moved',
        ...of,
        text:
          before.moduleId === lesson.moduleId
            ? `“${lesson.title}” moves to place ${lesson.position + 1}.`
            : `“${lesson.title}” moves to “${module}”.`,
      }),
      ...change(before.title !== lesson.title, {
        kind: 'renamed',
        ...of,
        text: `“${before.title}” is now called “${lesson.title}”.`,
      }),
      ...change(before.url !== lesson.url, {
        kind: 'film_replaced',
        ...of,
        text: `“${lesson.title}” ${tellFilm(before, lesson)}`,
      }),
      ...describeLessonDetails(before, lesson).map(
        (text): Change => ({ kind: 'details', ...of, text }),
      ),
    ]
  })
}

function tellFilm(before: LessonRow, { film, url }: PlannedLesson): string {
  if (film === before.film) return 'plays the same film from another address.'
  return url in before.earlierFilms
    ? 'plays a film again that it had before. Everybody goes on where they were in it.'
    : 'gets another film. Who has completed it stays complete; others start it anew.'
}

/** Those that stand in another module, or in another order among those that stayed. */
function listMovedLessons(published: PublishedCourse, lessons: PlannedLesson[]): Set<string> {
  const before = Map.groupBy(
    published.lessons.filter(({ retiredAt }) => retiredAt === null),
    ({ moduleId }) => moduleId,
  )
  const homes = new Map(published.lessons.map(({ id, moduleId }) => [id, moduleId]))
  const after = Map.groupBy(lessons, ({ moduleId }) => moduleId)
  const moved = new Set(
    lessons.filter(({ id, moduleId }) => homes.get(id) !== moduleId).map(({ id }) => id),
  )
  for (const [moduleId, present] of after) {
    const ids = (before.get(moduleId) ?? []).map(({ id }) => id)
    for (const id of listMoved(
      ids,
      present.map(({ id }) => id),
    ))
      moved.add(id)
  }
  return moved
}

function change(isOne: boolean, change: Change): Change[] {
  return isOne ? [change] : []
}

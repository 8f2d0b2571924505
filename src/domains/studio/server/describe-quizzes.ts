import { isDeepStrictEqual } from 'node:util'
import type { Quiz } from '../../quizzes/quiz.ts'
import type { Change } from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'

type Quizzes = ReadonlyMap<string, Quiz>

/** Those of a draft, by their lessons. */
export function listQuizzes({ modules }: CourseDraft): Map<string, Quiz> {
  const lessons = modules.flatMap(({ videos }) => videos)
  return new Map(lessons.flatMap(({ id = '', quiz }) => (quiz ? [[id, quiz]] : [])))
}

/** Whether some quiz need no longer be passed: then others may have completed the course. */
export function asksForLess(before: Quizzes, after: Quizzes): boolean {
  return [...before].some(
    ([id, quiz]) => quiz.counts_for_completion && !after.get(id)?.counts_for_completion,
  )
}

/** What changes of the quizzes of lessons that are in the course. */
export function describeQuizzes(
  before: Quizzes,
  after: Quizzes,
  lessons: readonly { id: string; title: string }[],
): Change[] {
  return lessons.flatMap(({ id, title }) =>
    tellQuiz(title, before.get(id), after.get(id)).map(
      (text): Change => ({ kind: 'details', video_id: id, text }),
    ),
  )
}

function tellQuiz(title: string, before: Quiz | undefined, after: Quiz | undefined): string[] {
  if (!after)
    return before ? [`“${title}” no longer has a quiz. Tries and passes of it are kept.`] : []
  if (!before)
    return [
      after.counts_for_completion
        ? `“${title}” gets a quiz, which counts for completion.`
        : `“${title}” gets a quiz.`,
    ]
  const { counts_for_completion: counted, ...others } = before
  const { counts_for_completion: counts, ...rest } = after
  return [
    ...(isDeepStrictEqual(others, rest)
      ? []
      : [`The quiz of “${title}” changes. Tries and passes of it are kept.`]),
    ...(counts === counted
      ? []
      : [`The quiz of “${title}” ${counts ? 'now counts' : 'no longer counts'} for completion.`]),
  ]
}

import type { Quiz } from '../../../src/domains/quizzes/quiz.ts'
import { makeAdmin } from '../../support/factories.ts'
import { makeQuiz } from '../../support/make-quiz.ts'
import { editDraft } from './drafts.ts'
import type { Academy } from './test.ts'

/** Gives the course's first lesson a quiz: a choice and a number, unless other questions are given. */
export async function publishQuiz(
  academy: Academy,
  course: { id: string },
  overrides: Partial<Quiz> = {},
): Promise<void> {
  const admin = await makeAdmin(academy.db)
  const revision = await editDraft(academy, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos[0]
    if (!lesson) return
    lesson.quiz = makeQuiz({
      questions: [
        {
          kind: 'single',
          text: 'What is a **cut**?',
          explanation: 'From one shot to the next.',
          leads_to_second: 5,
          options: [
            { text: 'A change of picture', is_right: true },
            { text: 'A pause', is_right: false },
          ],
        },
        {
          kind: 'number',
          text: 'Frames in a second of film?',
          explanation: '',
          leads_to_second: null,
          value: 24,
          tolerance: 0,
        },
      ],
      ...overrides,
    })
  })
  await academy.as(admin)('POST /admin/courses/:id/publish', {
    params: { id: course.id },
    body: { revision },
  })
}

import { type Quiz, quiz as quizSchema } from '../../src/domains/quizzes/quiz.ts'

/** Two true ones, unless other questions are given. */
export function makeQuiz(overrides: Partial<Quiz> = {}): Quiz {
  return quizSchema.parse({
    questions: ['q1', 'q2'].map((id) => ({ id, kind: 'true_false', text: id, is_true: true })),
    ...overrides,
  })
}

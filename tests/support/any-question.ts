import fc from 'fast-check'
import { foldText, type QuizQuestion, quizQuestion } from '../../src/domains/quizzes/quiz.ts'

export const word = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .filter((text) => foldText(text) !== '')
const options = fc.array(word, { minLength: 2, maxLength: 8 })

/** Any question that could be published. */
export const anyQuestion: fc.Arbitrary<QuizQuestion> = fc
  .oneof(
    fc.tuple(options, fc.nat()).map(([texts, right]) => ({
      kind: 'single',
      options: texts.map((text, at) => ({ text, is_right: at === right % texts.length })),
    })),
    fc
      .tuple(options, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.nat())
      .map(([texts, rights, one]) => ({
        kind: 'several',
        options: texts.map((text, at) => ({
          text,
          is_right: rights[at] === true || at === one % texts.length,
        })),
      })),
    fc.boolean().map((is_true) => ({ kind: 'true_false', is_true })),
    fc
      .tuple(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
      )
      .map(([value, tolerance]) => ({ kind: 'number', value, tolerance })),
    options.map((items) => ({ kind: 'order', items })),
    fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((accepted) => ({ kind: 'short_text', accepted })),
  )
  .map((question) => quizQuestion.parse({ text: 'Why?', ...question }))

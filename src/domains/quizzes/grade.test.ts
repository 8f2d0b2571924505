import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyQuestion, word } from '../../../tests/support/any-question.ts'
import { drawQuestions } from './draw-questions.ts'
import { type Answer, fits, grade, isPassed, rightAnswer, scoreOf } from './grade.ts'
import { foldText, type QuizQuestion, quizQuestion } from './quiz.ts'

function shownOf(question: QuizQuestion, seed: number): number[] {
  const choices =
    'options' in question
      ? question.options.length
      : 'items' in question
        ? question.items.length
        : 0
  return drawQuestions([{ id: 'q', version: 1, choices }], { seed, drawn: 0 })[0]?.shown ?? []
}

test('however it was shuffled, the right answer fits and gets full marks', () => {
  fc.assert(
    fc.property(anyQuestion, fc.integer(), (question, seed) => {
      const shown = shownOf(question, seed)
      const right = rightAnswer(question, shown)
      expect(fits(question, right)).toBe(true)
      expect(grade(question, right, shown)).toBe(1)
    }),
  )
})

test('no answer gets less than nothing or more than full marks, and none gets nothing', () => {
  const answers: fc.Arbitrary<Answer> = fc.oneof(
    fc.uniqueArray(fc.nat(11), { maxLength: 12 }),
    fc.boolean(),
    fc.string(),
  )
  fc.assert(
    fc.property(anyQuestion, answers, fc.integer(), (question, given, seed) => {
      const fraction = grade(question, given, shownOf(question, seed))
      expect(fraction).toBeGreaterThanOrEqual(0)
      expect(fraction).toBeLessThanOrEqual(1)
      expect(grade(question, null, shownOf(question, seed))).toBe(0)
    }),
  )
})

test('of several answers it does not matter in which order they were chosen, and all of them is no way', () => {
  const question = quizQuestion.parse({
    kind: 'several',
    text: 'Which are primes?',
    options: [
      { text: '2', is_right: true },
      { text: '3', is_right: true },
      { text: '4' },
      { text: '6' },
    ],
  })
  expect(grade(question, [0, 1], [0, 1, 2, 3])).toBe(1)
  expect(grade(question, [1, 0], [0, 1, 2, 3])).toBe(1)
  expect(grade(question, [0], [0, 1, 2, 3])).toBe(0.5)
  expect(grade(question, [0, 1, 2], [0, 1, 2, 3])).toBe(0.5)
  expect(grade(question, [0, 1, 2, 3], [0, 1, 2, 3])).toBe(0)
  expect(fits(question, [0, 0])).toBe(false)
  expect(fits(question, [4])).toBe(false)
})

test('in an order every item in its place counts, and two alike are one as good as the other', () => {
  const question = quizQuestion.parse({ kind: 'order', text: 'Sort', items: ['a', 'b', 'a'] })
  expect(grade(question, [2, 1, 0], [0, 1, 2])).toBe(1)
  expect(grade(question, [1, 0, 2], [0, 1, 2])).toBeCloseTo(1 / 3)
})

test('a short text counts whatever its spaces, capitals and way of writing a letter', () => {
  const spaces = fc.stringMatching(/^[ \t\u00A0\u2003]{1,3}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 3 }),
      spaces,
      spaces,
      (words, before, between) => {
        const accepted = words.join(' ')
        const question = quizQuestion.parse({ kind: 'short_text', text: '?', accepted: [accepted] })
        if (foldText(accepted) === '') return
        const written = before + words.join(between).normalize('NFD').toUpperCase() + before
        expect(grade(question, written, [])).toBe(1)
      },
    ),
  )
  const question = quizQuestion.parse({
    kind: 'short_text',
    text: '?',
    accepted: ['Café au lait', 'हिन्दी'],
  })
  expect(grade(question, '  CAFE\u0301  au LAIT ', [])).toBe(1)
  expect(grade(question, 'हिन्दी', [])).toBe(1)
  expect(grade(question, 'Cafe au lait', [])).toBe(0)
})

test.each([
  ['അവൻ', 'അവന്\u200D'],
  ['എൻറെ', 'എന്\u200Dറെ'],
  ['হঠাৎ', 'হঠাত্\u200D'],
  ['क्ष', 'क्\u200Dष'],
  ['श्रीमान्', 'श्री\u200Cमान्'],
  ['New Delhi', 'New\u00AD\u200B Delhi\u2060'],
])('“%s” is right also with joiners and other signs that nobody sees', (accepted, written) => {
  const question = quizQuestion.parse({ kind: 'short_text', text: '?', accepted: [accepted] })
  expect(grade(question, written, [])).toBe(1)
})

test('folding twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})

test('a number is right within its tolerance, both ends included', () => {
  const question = quizQuestion.parse({ kind: 'number', text: '?', value: 0.3, tolerance: 0.1 })
  expect(grade(question, '0.4', [])).toBe(1)
  expect(grade(question, '0,2', [])).toBe(1)
  expect(grade(question, '0.41', [])).toBe(0)
})

test('a mark that is reached by thirds is reached', () => {
  expect(isPassed(scoreOf([1 / 3, 1 / 3, 1 / 3, 1, 1, 1, 1, 1, 1, 0]), 70)).toBe(true)
  expect(isPassed(scoreOf([1, 1, 0]), 67)).toBe(false)
  expect(scoreOf([])).toBe(0)
})

test('a seed draws the same questions again, as many as wanted, none twice', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), fc.integer(), (count, drawn, seed) => {
      const bank = Array.from({ length: count }, (_, at) => ({
        id: `q${at}`,
        version: 1,
        choices: 4,
      }))
      const first = drawQuestions(bank, { seed, drawn })
      expect(drawQuestions(bank, { seed, drawn })).toEqual(first)
      expect(first).toHaveLength(drawn === 0 ? count : Math.min(drawn, count))
      expect(new Set(first.map(({ id }) => id)).size).toBe(first.length)
      for (const { shown } of first) expect(shown.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3])
    }),
  )
})

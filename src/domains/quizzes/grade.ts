import * as z from 'zod'
import { readAnyNumber } from '../../shared/read-number.ts'
import { foldText, type QuizQuestion } from './quiz.ts'

/** Places of what is shown, a yes or no, or what was typed. */
export const answer = z.union([
  z.array(z.int().min(0).max(11)).max(12),
  z.boolean(),
  z.string().max(500),
])
export type Answer = z.output<typeof answer>

/** Whether the answer is of the form that the question asks for. */
export function fits(question: QuizQuestion, given: Answer): boolean {
  switch (question.kind) {
    case 'single':
      return isOfPlaces(given, question.options.length) && given.length <= 1
    case 'several':
      return isOfPlaces(given, question.options.length)
    case 'order':
      return isOfPlaces(given, question.items.length) && given.length === question.items.length
    case 'true_false':
      return typeof given === 'boolean'
    case 'number':
    case 'short_text':
      return typeof given === 'string'
  }
}

function isOfPlaces(given: Answer, length: number): given is number[] {
  return (
    Array.isArray(given) &&
    new Set(given).size === given.length &&
    given.every((place) => place < length)
  )
}

/**
 * From 0 to 1. Of several answers each wrong one takes a right one away; in an order each item in its
 * place counts.
 *
 * @param shown Which of the question's options or items stood at each place.
 */
export function grade(
  question: QuizQuestion,
  given: Answer | null,
  shown: readonly number[],
): number {
  if (given === null || !fits(question, given)) return 0
  const chosen = Array.isArray(given) ? given.map((place) => shown[place] ?? -1) : []
  switch (question.kind) {
    case 'single':
      return chosen.some((at) => question.options[at]?.is_right) ? 1 : 0
    case 'several': {
      const rights = question.options.filter(({ is_right: isRight }) => isRight).length
      const hits = chosen.filter((at) => question.options[at]?.is_right).length
      return Math.max(0, hits - (chosen.length - hits)) / Math.max(1, rights)
    }
    case 'order': {
      const { items } = question
      const placed = chosen.filter((at, place) => items[at] === items[place])
      return placed.length / Math.max(1, items.length)
    }
    case 'true_false':
      return given === question.is_true ? 1 : 0
    case 'number': {
      const number = readAnyNumber(String(given))
      if (number === null || question.value === null) return 0
      const rounding = 1e-9 * Math.max(1, Math.abs(question.value))
      return Math.abs(number - question.value) <= question.tolerance + rounding ? 1 : 0
    }
    case 'short_text': {
      const folded = foldText(String(given))
      return question.accepted.some((form) => foldText(form) === folded) ? 1 : 0
    }
  }
}

/** Percent of the full marks, each question as much as the other. */
export function scoreOf(fractions: readonly number[]): number {
  const sum = fractions.reduce((total, fraction) => total + fraction, 0)
  return fractions.length === 0 ? 0 : (100 * sum) / fractions.length
}

/** Sums of thirds and sevenths may miss a mark that they reach by a hair. */
export function isPassed(score: number, passMark: number): boolean {
  return score >= passMark - 1e-6
}

/** The answer that gets full marks, by the places of what is shown. */
export function rightAnswer(question: QuizQuestion, shown: readonly number[]): Answer {
  switch (question.kind) {
    case 'single':
    case 'several':
      return shown.flatMap((at, place) => (question.options[at]?.is_right ? [place] : []))
    case 'order':
      return question.items.map((_, at) => shown.indexOf(at))
    case 'true_false':
      return question.is_true
    case 'number':
      return String(question.value ?? '')
    case 'short_text':
      return question.accepted[0] ?? ''
  }
}

import * as z from 'zod'

const words = z.string().trim().max(500)
const markdown = z.string().trim().max(4000)
const second = z.int().min(0).max(1_000_000)

const option = z.object({ text: words, is_right: z.boolean().default(false) })
const options = z.array(option).max(12).default([])

const common = {
  id: z.string().min(1).max(100).optional(),
  text: markdown.default('').describe('The question in Markdown.'),
  explanation: markdown.default('').describe('Markdown, shown once the try was handed in.'),
  leads_to_second: second
    .nullable()
    .default(null)
    .describe('Where the film explains it, for who answered wrongly.'),
}

/** Anything may still be missing; `listQuizFaults` tells what. */
export const quizQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('single'), ...common, options }),
  z.object({ kind: z.literal('several'), ...common, options }),
  z.object({ kind: z.literal('true_false'), ...common, is_true: z.boolean().default(true) }),
  z.object({
    kind: z.literal('number'),
    ...common,
    /** Never -0, which no file can say. */
    value: z
      .number()
      .overwrite((value) => value + 0)
      .nullable()
      .default(null),
    tolerance: z.number().min(0).default(0),
  }),
  z.object({
    kind: z.literal('order'),
    ...common,
    items: z.array(words).max(12).default([]).describe('In the right order.'),
  }),
  z.object({
    kind: z.literal('short_text'),
    ...common,
    accepted: z.array(words).max(20).default([]),
  }),
])

export const quizSettings = z.object({
  at_second: second.nullable().default(null).describe('Null: at the end of the lesson.'),
  pass_mark: z.int().min(1).max(100).default(70).describe('Percent.'),
  tries: z.int().min(0).max(100).default(0).describe('0: as many as wanted.'),
  drawn: z.int().min(0).max(100).default(0).describe('So many questions for each try; 0: all.'),
  counts_for_completion: z.boolean().default(false),
})

export const questionsAtMost = 100

/** The questions that a lesson asks. */
export const quiz = quizSettings.extend({
  questions: z.array(quizQuestion).max(questionsAtMost).default([]),
})

export type Quiz = z.output<typeof quiz>
export type QuizSettings = z.output<typeof quizSettings>
export type QuizQuestion = z.output<typeof quizQuestion>
export type QuestionKind = QuizQuestion['kind']
export const questionKinds = quizQuestion.options.map(({ shape }) => shape.kind.value)

export interface QuizFault {
  path: string
  message: string
}

/** What a quiz lacks before it can be published, each with its path below the quiz. */
export function listQuizFaults({ questions }: Pick<Quiz, 'questions'>): QuizFault[] {
  if (questions.length === 0)
    return [{ path: 'questions', message: 'A quiz needs at least one question.' }]
  return questions.flatMap((question, at) => {
    const path = `questions.${at}`
    const empty =
      question.text === '' ? [{ path: `${path}.text`, message: 'Question is required.' }] : []
    const fault = faultOf(question)
    return fault ? [...empty, { path: `${path}.${fault.path}`, message: fault.message }] : empty
  })
}

function faultOf(question: QuizQuestion): QuizFault | null {
  switch (question.kind) {
    case 'single':
    case 'several': {
      const { options } = question
      if (options.length < 2 || options.some(({ text }) => text === ''))
        return { path: 'options', message: 'Please give at least two answers, none of them empty.' }
      const right = options.filter(({ is_right: isRight }) => isRight).length
      if (question.kind === 'single' && right !== 1)
        return { path: 'options', message: 'Please mark exactly one answer as right.' }
      return right > 0 ? null : { path: 'options', message: 'Please mark the right answers.' }
    }
    case 'number':
      return question.value === null
        ? { path: 'value', message: 'Please give the right number.' }
        : null
    case 'order':
      return question.items.length < 2 || question.items.includes('')
        ? { path: 'items', message: 'Please give at least two items, none of them empty.' }
        : null
    case 'short_text':
      return question.accepted.length === 0 ||
        question.accepted.some((form) => foldText(form) === '')
        ? { path: 'accepted', message: 'Please give the accepted answers, none of them empty.' }
        : null
    case 'true_false':
      return null
  }
}

/** Letters that were written with a joiner before Unicode had them: the Malayalam chillus, and Bengali's ৎ. */
const joined: Record<string, string> = {
  ണ: 'ൺ',
  ന: 'ൻ',
  ര: 'ർ',
  ല: 'ൽ',
  ള: 'ൾ',
  ക: 'ൿ',
  ত: 'ৎ',
}

/**
 * Alike for who reads it: capitals, how many spaces there are, what is not seen and the ways of Unicode to
 * write one letter do not count.
 */
export function foldText(text: string): string {
  const fold = (part: string) =>
    part.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  const seen = text
    .replaceAll(/([ണനരലളക]\u0D4D|ত\u09CD)\u200D/g, (letter) => joined[letter.charAt(0)] ?? letter)
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  return fold(fold(seen)).replaceAll(/\s+/g, ' ').trim()
}

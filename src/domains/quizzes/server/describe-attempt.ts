import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import type { Attempt, QuizResult } from '../contract.ts'
import { type Answer, rightAnswer } from '../grade.ts'
import type { QuizQuestion } from '../quiz.ts'
import type { quizAttempts } from './tables.ts'
import { quizAnswers, quizQuestions } from './tables.ts'

export type AttemptRow = typeof quizAttempts.$inferSelect

interface AskedQuestion {
  id: string
  version: number
  question: QuizQuestion
  /** Of which film of the lesson its second tells. */
  film: number
  /** Which of the question's answers or items stands at each place. */
  shown: number[]
  given: Answer | null
  fraction: number | null
}

/** The questions of a try in their order, each in the version that it was asked in. */
export async function readAttemptQuestions(
  db: Database,
  { id, videoId, questions }: Pick<AttemptRow, 'id' | 'videoId' | 'questions'>,
): Promise<AskedQuestion[]> {
  const ids = questions.map((question) => question.id)
  const rows = await db
    .select()
    .from(quizQuestions)
    .where(and(eq(quizQuestions.videoId, videoId), inArray(quizQuestions.id, ids)))
  const answers = await db.select().from(quizAnswers).where(eq(quizAnswers.attemptId, id))
  return questions.map((drawn) => {
    const row = rows.find((one) => one.id === drawn.id && one.version === drawn.version)
    if (!row) throw new Error('A question of a try is gone')
    const given = answers.find(({ questionId }) => questionId === drawn.id)
    const { question, film } = row
    return {
      ...drawn,
      question,
      film,
      given: given?.answer?.given ?? null,
      fraction: given?.fraction ?? null,
    }
  })
}

export function countChoices(question: QuizQuestion): number {
  return choicesOf(question).length
}

function choicesOf(question: QuizQuestion): string[] {
  if ('options' in question) return question.options.map(({ text }) => text)
  return 'items' in question ? question.items : []
}

/** What is asked. Names each field that leaves: nothing else of a question does. */
function describeAsked({
  id,
  question,
  shown,
  given,
}: AskedQuestion): Attempt['questions'][number] {
  const choices = choicesOf(question)
  return {
    id,
    kind: question.kind,
    html: renderMarkdown(question.text),
    choices: shown.map((at) => choices[at] ?? ''),
    answer: given,
  }
}

export function describeAttempt(attempt: AttemptRow, questions: AskedQuestion[]): Attempt {
  return {
    id: attempt.id,
    number: attempt.number,
    started_at: attempt.startedAt.toISOString(),
    questions: questions.map(describeAsked),
  }
}

/** Of a try that was handed in. */
export function describeResult(
  attempt: AttemptRow & { submittedAt: Date },
  questions: AskedQuestion[],
  { film, showsRight }: { film: number; showsRight: boolean },
): QuizResult {
  return {
    id: attempt.id,
    number: attempt.number,
    submitted_at: attempt.submittedAt.toISOString(),
    score: attempt.score ?? 0,
    pass_mark: attempt.passMark,
    passed: attempt.isPassed ?? false,
    questions: questions.map((asked) => {
      const fraction = asked.fraction ?? 0
      const leadsTo = asked.film === film && fraction < 1 ? asked.question.leads_to_second : null
      return {
        ...describeAsked(asked),
        fraction,
        explanation_html: renderMarkdown(asked.question.explanation),
        leads_to_second: leadsTo,
        right_answer: showsRight ? rightAnswer(asked.question, asked.shown) : null,
      }
    }),
  }
}

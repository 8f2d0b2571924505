import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listQuizFaults, type Quiz, quizQuestion, quizSettings } from '../../quiz.ts'
import QuizEditor from './quiz-editor.tsx'

const kinds = ['single', 'several', 'true_false', 'number', 'order', 'short_text'] as const
const empty: Quiz = { ...quizSettings.parse({}), questions: [] }

const lacking: [string, Quiz][] = [
  ['no question', empty],
  ...kinds.map((kind): [string, Quiz] => [
    kind,
    { ...empty, questions: [quizQuestion.parse({ kind })] },
  ]),
]

test.each(lacking)('what a quiz lacks before it can be published is found: %s', (_what, quiz) => {
  const editor = createElement(QuizEditor, {
    courseId: 'reels',
    videoId: 'cut',
    quiz,
    errorOf: () => undefined,
    idOf: (field) => `at-${field}`,
    onChange: () => undefined,
  })
  const shown = renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, editor),
  )

  const faults = listQuizFaults(quiz)
  expect(faults).not.toEqual([])
  for (const { path } of faults) expect(shown).toContain(` id="at-${path}"`)
})

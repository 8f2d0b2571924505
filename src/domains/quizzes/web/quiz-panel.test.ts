import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { QuizState } from '../contract.ts'
import { quizQuery } from './queries.ts'
import QuizPanel from './quiz-panel.tsx'

const last = { id: '1', number: 1, submitted_at: '2026-11-26T05:00:00Z', score: 75, questions: [] }
const state: QuizState = {
  at_second: null,
  pass_mark: 90,
  question_count: 4,
  counts_for_completion: true,
  is_new: false,
  passed_at: '2026-11-26T05:00:00Z',
  tries_used: 1,
  tries_left: null,
  open: null,
  last: { ...last, pass_mark: 70, passed: true },
}

test('a result stays where it could not be fetched anew, and that is told', () => {
  const client = new QueryClient()
  client.setQueryData(quizQuery({ courseId: 'reels', videoId: 'v1' }).queryKey, state)
  const [query] = client.getQueryCache().findAll()
  query?.setState({ status: 'error', error: new Error('No network') })
  const props = { course: { id: 'reels' }, video: { id: 'v1' }, player: {} } as LessonPanelProps

  const panel = createElement(QuizPanel, props)
  const said = renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel))

  expect(said).toContain('No network')
  expect(said).toContain('75% right; 70% are needed.')
})

test('who passed reads the pass mark of their try beside its result, and today’s in the rules', () => {
  const client = new QueryClient()
  client.setQueryData(quizQuery({ courseId: 'reels', videoId: 'v1' }).queryKey, state)
  // Of course, lesson and player nothing else is looked at.
  const props = { course: { id: 'reels' }, video: { id: 'v1' }, player: {} } as LessonPanelProps

  const panel = createElement(QuizPanel, props)
  const said = renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel))

  expect(said).toContain('75% right; 70% are needed.')
  expect(said).toContain('Who gets 90% right has passed.')
})

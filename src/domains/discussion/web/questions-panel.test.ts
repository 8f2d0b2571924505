import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { Question } from '../contract.ts'
import { questionsQuery } from './queries.ts'
import QuestionsPanel from './questions-panel.tsx'

test('questions stay where more of them could not be loaded, and that is told below', () => {
  const client = new QueryClient()
  const of = { courseId: 'reels', videoId: 'v1' }
  const asked: Question = {
    id: '1',
    course_id: 'reels',
    video_id: 'v1',
    film: null,
    at_second: null,
    is_playable: false,
    title: 'Why here?',
    by: 'Meera N.',
    is_own: false,
    asked_at: '2026-11-21T05:00:00Z',
    answers: 0,
    is_solved: false,
    is_edited: false,
    is_removed: false,
    hidden_because: null,
  }
  client.setQueryData(questionsQuery(of).queryKey, {
    pages: [{ questions: [asked], next_cursor: 'more' }],
    pageParams: [undefined],
  })
  for (const query of client.getQueryCache().findAll())
    query.setState({ status: 'error', error: new Error('No network') })
  // Of course, lesson and player nothing else is looked at.
  const props = { course: { id: 'reels' }, video: { id: 'v1' }, player: {} } as LessonPanelProps
  const panel = createElement(MemoryRouter, null, createElement(QuestionsPanel, props))

  const shown = renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel))

  expect(shown).toMatch(/Why here\?.*The questions cannot be shown right now.*Show more/s)
})

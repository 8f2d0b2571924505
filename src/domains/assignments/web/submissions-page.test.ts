import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { OpenedSubmission } from '../contract.ts'
import { submissionQuery } from './queries.ts'
import SubmissionsPage from './submissions-page.tsx'

test('a mark that is being typed stays where what was handed in could not be fetched anew', () => {
  const shown = show(opened, new Error('No network'))

  expect(shown).toContain('Mark, from 0 to 10')
  expect(shown).not.toContain('No network')
})

test('a new version is asked for of what is still in the course alone', () => {
  expect(show(opened)).toContain('Ask for a new version')

  const left = show({ ...opened, has_left: true })
  expect(left).toContain('No longer in the course')
  expect(left).not.toContain('Ask for a new version')
})

function show(submission: OpenedSubmission, error?: Error): string {
  const client = new QueryClient()
  client.setQueryData(submissionQuery('1').queryKey, {
    pages: [submission],
    pageParams: [undefined],
  })
  const [query] = client.getQueryCache().findAll()
  if (error) query?.setState({ status: 'error', error })
  const page = createElement(SubmissionsPage)
  const place = createElement(MemoryRouter, { initialEntries: ['/?submission=1'] }, page)
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, place))
}

const handedInAt = '2026-11-21T05:00:00Z'
const opened: OpenedSubmission = {
  id: '1',
  course_title: 'Reels',
  lesson_title: 'The cut',
  title: 'Cut a minute',
  learner_id: '2',
  by: 'Asha',
  handed_in_at: handedInAt,
  due_on: null,
  is_latest: true,
  outcome: null,
  has_left: false,
  has_course: true,
  instructions_html: '',
  highest_mark: 10,
  submissions: [{ id: '1', text: 'Here', file: null, handed_in_at: handedInAt, answers: [] }],
  versions: 1,
  next_cursor: null,
}

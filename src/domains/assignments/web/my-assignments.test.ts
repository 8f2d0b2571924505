import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { AssignmentState, DueAssignment } from '../contract.ts'
import AssignmentPanel from './assignment-panel.tsx'
import MyAssignments from './my-assignments.tsx'
import { assignmentQuery, myAssignmentsQuery } from './queries.ts'

const row: DueAssignment = {
  course_id: 'reels',
  course_title: 'Reels',
  video_id: 'cut',
  lesson_title: 'The cut',
  title: 'Cut a minute',
  due_on: null,
  handed_in_at: '2026-11-21T05:00:00Z',
  outcome: 'again',
  mark: null,
  highest_mark: 10,
  has_left: true,
}

test('what has left its course is read where it is listed, and asked for no more', () => {
  const shown = showMine([row], null)

  expect(shown).toContain('This assignment has left the course.')
  expect(shown).not.toContain('To be handed in again')
  expect(shown).not.toContain('href=')
})

test('nobody is told that there is no assignment while there is more to show', () => {
  const none = 'None of your open lessons has an assignment.'

  expect(showMine([], 'more')).not.toContain(none)
  expect(showMine([], null)).toContain(none)
})

test('a new version is not asked for where none can be handed in', () => {
  const client = new QueryClient()
  client.setQueryData(assignmentQuery({ courseId: 'reels', videoId: 'cut' }).queryKey, {
    pages: [state],
    pageParams: [undefined],
  })
  // Of course and lesson nothing else is looked at.
  const props = { course: { id: 'reels' }, video: { id: 'cut' } } as LessonPanelProps

  const panel = createElement(AssignmentPanel, props)
  const shown = renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel))

  expect(shown).toContain('Once more, please.')
  expect(shown).not.toContain('Please hand in a new version.')
})

function showMine(assignments: DueAssignment[], next_cursor: string | null): string {
  const client = new QueryClient()
  client.setQueryData(myAssignmentsQuery.queryKey, {
    pages: [{ assignments, next_cursor }],
    pageParams: [undefined],
  })
  const place = createElement(MemoryRouter, null, createElement(MyAssignments))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, place))
}

const again = {
  outcome: 'again',
  mark: null,
  highest_mark: 10,
  words: 'Once more, please.',
  answered_at: '2026-11-22T05:00:00Z',
} as const
const state: AssignmentState = {
  title: 'Cut a minute',
  instructions_html: '',
  highest_mark: 10,
  accepts: 'text',
  due_on: null,
  may_hand_in: false,
  submissions: [
    { id: '1', text: 'Mine.', file: null, handed_in_at: '2026-11-21T05:00:00Z', answers: [again] },
  ],
  versions: 1,
  next_cursor: null,
}

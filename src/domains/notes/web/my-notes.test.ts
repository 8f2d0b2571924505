import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Note } from '../contract.ts'
import MyNotes from './my-notes.tsx'
import { notesQuery } from './queries.ts'

test('a note of a lesson that left the course says so, and leads to no other lesson', () => {
  const shown = show({ next_cursor: null })

  expect(shown).toContain('This lesson has left the course')
  expect(shown).not.toContain('href=')
})

test("what the browser's own command prints says that there are more notes, if there are", () => {
  const onPaper = /<p class="[^"]*hidden print:block">There are more notes\./

  expect(show({ next_cursor: 'more' })).toMatch(onPaper)
  expect(show({ next_cursor: null })).not.toContain('There are more notes')
})

test('that there are no notes is told where a screen reader hears it', () => {
  expect(show({ next_cursor: null, notes: [] })).toMatch(
    /<output[^>]*>You have written no notes yet/,
  )
  expect(show({ next_cursor: null })).toMatch(/<output[^>]*><\/output>/)
})

test('notes stay where more of them could not be loaded, and that is told below', () => {
  const client = new QueryClient()
  const before = show({ next_cursor: 'more' }, client)
  const [query] = client.getQueryCache().findAll()
  query?.setState({ status: 'error', error: new Error('No network') })
  const shown = show(null, client)

  expect(before).not.toContain('could not be loaded')
  expect(shown).toMatch(/Mine\..*Your notes could not be loaded.*Show more/s)
})

function show(
  more: { next_cursor: string | null; notes?: Note[] } | null,
  client = new QueryClient(),
): string {
  if (more)
    client.setQueryData(notesQuery({}).queryKey, {
      pages: [{ notes: [note], ...more }],
      pageParams: [undefined],
    })
  const place = createElement(MemoryRouter, null, createElement(MyNotes))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, place))
}

const at = '2026-11-21T05:00:00Z'
const note: Note = {
  id: '1',
  course_id: 'reels',
  course_title: 'Reels',
  video_id: 'cut',
  film: 1,
  at_second: 5,
  video_title: 'The cut',
  is_playable: false,
  has_left: true,
  text: 'Mine.',
  revision: '2',
  version_of: null,
  written_at: at,
  changed_at: at,
}

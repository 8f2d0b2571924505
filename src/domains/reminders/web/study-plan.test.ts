import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { studyPlanQuery } from './queries.ts'
import StudyPlan from './study-plan.tsx'

test.each([
  ['push', 0, true],
  ['push', 1, false],
  ['mail', 0, false],
  ['none', 0, false],
] as const)(
  'reminders by %s to %i browsers: that none come any more is said: %s',
  (by, browsers, isSaid) => {
    const client = new QueryClient()
    const plan = {
      weekdays: [1],
      hour: 19,
      minutes: 20,
      reminded_by: by,
      since: '2026-11-24',
      streak: 0,
      played_today_in_seconds: null,
      browsers,
    }
    client.setQueryData(studyPlanQuery.queryKey, { plan })

    const shown = renderToStaticMarkup(
      createElement(QueryClientProvider, { client }, createElement(StudyPlan)),
    )

    expect(shown.includes('No browser gets your reminders any more.')).toBe(isSaid)
  },
)

test('a week that is being chosen stays where it could not be fetched anew', () => {
  const client = new QueryClient()
  client.setQueryData(studyPlanQuery.queryKey, { plan: null })
  const [query] = client.getQueryCache().findAll()
  query?.setState({ status: 'error', error: new Error('No network') })

  const plan = createElement(StudyPlan)
  const shown = renderToStaticMarkup(createElement(QueryClientProvider, { client }, plan))

  expect(shown).toContain('Set my plan')
  expect(shown).not.toContain('could not be loaded')
})

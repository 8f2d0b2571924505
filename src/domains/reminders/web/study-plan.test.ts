import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { studyPlanQuery } from './queries.ts'
import { StudyPlan } from './study-plan.tsx'

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

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CourseState } from '../../catalogue/contract.ts'
import { allCoursesQuery } from '../../studio/web/queries.ts'
import { LaunchPricesSection } from './launch-prices-section.tsx'

test('a launch price is set also of a course that only its link leads to, or that is off sale', () => {
  const client = new QueryClient()
  const states: CourseState[] = ['draft', 'off_sale', 'unlisted', 'on_sale'] // newest first
  client.setQueryData(
    allCoursesQuery.queryKey,
    states.map((state) => ({
      id: state,
      title: 'Reels',
      description: '',
      price: 4999,
      thumbnail: null,
      state,
      module_count: 1,
      lesson_count: 1,
      has_unpublished_changes: false,
      publish_at: null,
    })),
  )

  const section = createElement(LaunchPricesSection)
  const shown = renderToStaticMarkup(createElement(QueryClientProvider, { client }, section))

  const options = [...shown.matchAll(/<option value="(\w+)"[^>]*>([^<]+)/g)]
  expect(options.map(([, id, label]) => [id, label])).toEqual([
    ['on_sale', 'Reels, ₹4,999'],
    ['unlisted', 'Reels (unlisted), ₹4,999'],
    ['off_sale', 'Reels (off sale), ₹4,999'],
  ])
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../http/web/make-query-client.ts'
import type { Review } from '../contract.ts'
import CourseReviews from './course-reviews.tsx'
import { reviewsQuery } from './queries.ts'

vi.mock('../../../http/web/make-query-client.ts', { spy: true })

test('reviews stay where more of them could not be loaded, and that is told below', () => {
  const client = makeQueryClient()
  vi.mocked(makeQueryClient).mockReturnValue(client)
  client.setQueryData(reviewsQuery('reels').queryKey, {
    pages: [{ reviews: [review], hidden: [], next_cursor: 'more' }],
    pageParams: [undefined],
  })
  const [query] = client.getQueryCache().findAll()
  query?.setState({ status: 'error', error: new Error('No network') })

  const shown = renderToStaticMarkup(createElement(CourseReviews, { courseId: 'reels' }))

  expect(shown).toMatch(/Well cut\..*The reviews cannot be shown right now.*Show more/s)
})

const review: Review = {
  id: '1',
  stars: 5,
  words: 'Well cut.',
  written_at: '2026-11-21T05:00:00Z',
  edited_at: null,
  answer: null,
  by: 'Meera N.',
}

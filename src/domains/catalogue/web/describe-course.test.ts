import { expect, test } from 'vitest'
import type { PublicSite } from '../../../http/page-context.ts'
import type { Course } from '../contract.ts'
import { describeCourse } from './describe-course.ts'

const course: Course = {
  id: 'reels',
  title: 'Reels',
  description: 'Reels.',
  price: 499,
  thumbnail: null,
  modules: [],
}
const describe = (rating?: Course['rating']) =>
  describeCourse({ ...course, ...(rating && { rating }) }, {
    publicUrl: 'https://academy.example',
  } as PublicSite)[0] // nothing else of the site is told here

test('search engines hear of an average only where a review can be read', () => {
  expect(describe()).not.toHaveProperty('aggregateRating')
  expect(describe({ average: null, count: 0 })).not.toHaveProperty('aggregateRating')
  expect(describe({ average: 4.25, count: 4 })).toMatchObject({
    aggregateRating: { ratingValue: 4.25, reviewCount: 4, bestRating: 5 },
  })
})

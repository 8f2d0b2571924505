import { expect, test } from 'vitest'
import { listPageNumbers } from './list-page-numbers.ts'

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [2, 4, [1, 2, 3, 4]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i links %j', (page, pages, numbers) => {
  expect(listPageNumbers(page, pages)).toEqual(numbers)
})

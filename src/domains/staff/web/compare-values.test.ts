import { expect, test } from 'vitest'
import { compareValues } from './compare-values.ts'

test('before and after stand beside each other, what differs first', () => {
  const before = { title: 'Reels', price_in_paise: 499_900, state: 'on_sale' }
  const after = { title: 'Reels', price_in_paise: 9900, state: 'on_sale', changes: ['One', 'Two'] }

  expect(compareValues(before, after)).toEqual([
    { name: 'price', before: '₹4,999', after: '₹99' },
    { name: 'changes', before: null, after: 'One\nTwo' },
    { name: 'title', before: 'Reels', after: 'Reels' },
    { name: 'state', before: 'on_sale', after: 'on_sale' },
  ])
})

test('a moment is told in the time of India, and a text that only begins like one stays as it is', () => {
  const after = { expires_at: '2026-11-22T16:16:44.039Z', note: '2026-11-22T16:16, she wrote' }

  expect(compareValues(null, after)).toMatchObject([
    { name: 'expires at', after: '22 Nov 2026, 09:46 pm' },
    { name: 'note', after: '2026-11-22T16:16, she wrote' },
  ])
})

test('people, courses and sums are told by their names and in rupees', () => {
  const names = { 'reels-7x': 'Reels in a Day', 'films-2b': 'Films' }
  const before = { gift: null, amount_off: 99.5 }
  const after = {
    gift: 'reels-7x',
    course_ids: ['reels-7x', 'films-2b'],
    rules: [{ of: 'films-2b' }],
  }

  expect(compareValues(before, after, names)).toEqual([
    { name: 'gift', before: 'none', after: 'Reels in a Day' },
    { name: 'amount off', before: '₹99.50', after: null },
    { name: 'course', before: null, after: 'Reels in a Day\nFilms' },
    { name: 'rules', before: null, after: '[{"of":"Films"}]' },
  ])
})

test('of nothing nothing is said, and whatever else there is can be read', () => {
  expect(compareValues(null, undefined)).toEqual([])
  expect(compareValues('one', ['two'])).toEqual([{ name: 'value', before: 'one', after: 'two' }])
  expect(compareValues({ is_on: true, role: null }, {})).toMatchObject([
    { before: 'yes' },
    { before: 'none' },
  ])
})

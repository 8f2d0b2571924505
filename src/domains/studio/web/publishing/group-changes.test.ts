import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../contract.ts'
import { groupChanges, summariseChanges } from './group-changes.ts'

const kind = fc.constantFrom<Change['kind']>(
  'added',
  'moved',
  'renamed',
  'film_replaced',
  'retired',
  'details',
)
const changes = fc.array(fc.record({ kind, text: fc.string() }))

test('every change is told once, under one heading of its kind, in the order it came in', () => {
  fc.assert(
    fc.property(changes, (all) => {
      const groups = groupChanges(all)

      expect(new Set(groups.map((group) => group.heading)).size).toBe(groups.length)
      for (const group of groups) {
        const own = all.filter((change) => change.kind === group.kind).map(({ text }) => text)
        expect(group.texts).toEqual(own)
        expect(own.length).toBeGreaterThan(0)
      }
      expect(groups.flatMap(({ texts }) => texts).length).toBe(all.length)
    }),
  )
})

test('an administrator reads first what learners feel most', () => {
  const groups = groupChanges([
    { kind: 'details', text: 'The cover changes.' },
    { kind: 'moved', text: 'Moved.' },
    { kind: 'retired', text: 'Gone.' },
    { kind: 'added', text: 'New.' },
  ])

  expect(groups.map(({ heading }) => heading)).toEqual(['Added', 'Taken out', 'Moved', 'Details'])
})

test.each([
  [[], 'No changes'],
  [['added'], '1 change: 1 added'],
  [['moved', 'added', 'moved'], '3 changes: 1 added, 2 moved'],
  [['details', 'film_replaced'], '2 changes: 1 film replaced, 1 other'],
] as [Change['kind'][], string][])('%j is summarised as "%s"', (given, words) => {
  expect(summariseChanges(given.map((kind) => ({ kind, text: '' })))).toBe(words)
})

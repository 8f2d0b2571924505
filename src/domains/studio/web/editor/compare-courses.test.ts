import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import { chooseAll } from '../../../../ui/drafting/differences.ts'
import { compareCourses, mergeCourses } from './compare-courses.ts'
import { type Edit, editCourse } from './edit-course.ts'
import type { EditedCourse } from './edited-course.ts'

const base = makeDraft([['a1', 'a2', 'a3'], ['b1', 'b2'], []])
const moduleId = fc.constantFrom('m0', 'm1', 'm2', 'n1', 'n2')
const lessonId = fc.constantFrom('a1', 'a2', 'a3', 'b1', 'b2', 'l1', 'l2')
const word = fc.constantFrom('', 'One', 'Two')
const to = fc.integer({ min: 0, max: 4 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ type: fc.constant('set-details' as const), values: fc.record({ title: word }) }),
  fc.record({
    type: fc.constant('set-details' as const),
    values: fc.record({ outcomes: fc.array(word, { maxLength: 2 }) }),
  }),
  fc.record({
    type: fc.constant('set-module' as const),
    id: moduleId,
    values: fc.record({ title: word, description: word }),
  }),
  fc.record({
    type: fc.constant('set-lesson' as const),
    id: lessonId,
    values: fc.record({ title: word, is_preview: fc.boolean() }),
  }),
  fc.record({ type: fc.constant('remove-lesson' as const), id: lessonId }),
  fc.record({ type: fc.constant('remove-module' as const), id: moduleId }),
  fc.record({ type: fc.constant('move-module' as const), id: moduleId, to }),
  fc.record({ type: fc.constant('move-lesson' as const), id: lessonId, moduleId, to }),
)
/** Adds only what is not there, as the editor does. */
const addition = fc.oneof(
  fc.record({ type: fc.constant('add-module' as const), id: fc.constantFrom('n1', 'n2') }),
  fc.record({
    type: fc.constant('add-lesson' as const),
    id: fc.constantFrom('l1', 'l2'),
    moduleId,
  }),
)
const edited = fc
  .array(fc.oneof({ weight: 3, arbitrary: edit }, addition), { maxLength: 10 })
  .map((edits) => edits.reduce(applyOnce, base))

test('all mine gives exactly mine, all theirs exactly theirs', () => {
  fc.assert(
    fc.property(edited, edited, (mine, theirs) => {
      const differences = compareCourses(mine, theirs, base)

      expect(mergeCourses(mine, theirs, chooseAll(differences, 'mine'))).toEqual(mine)
      expect(mergeCourses(mine, theirs, chooseAll(differences, 'theirs'))).toEqual(theirs)
    }),
    { numRuns: 2000 },
  )
})

test('whatever is chosen, nothing is there twice, and no chosen or shared lesson is lost', () => {
  const side = fc.constantFrom('mine' as const, 'theirs' as const)
  fc.assert(
    fc.property(edited, edited, fc.infiniteStream(side), (mine, theirs, sides) => {
      const choices = Object.fromEntries(
        compareCourses(mine, theirs, base).map(({ key }) => [key, sides.next().value ?? 'mine']),
      )

      const merged = mergeCourses(mine, theirs, choices)

      const [own, other, ids] = [idsIn(mine), idsIn(theirs), idsIn(merged)]
      expect(new Set(ids).size).toBe(ids.length)
      const wanted = [...new Set([...own, ...other])].filter((id) => {
        if (own.includes(id) && other.includes(id)) return true
        return choices[`lesson.${id}`] === (own.includes(id) ? 'mine' : 'theirs')
      })
      expect(ids.toSorted()).toEqual(wanted.toSorted())
      expect(new Set(merged.modules.map(({ id }) => id)).size).toBe(merged.modules.length)
    }),
    { numRuns: 1000 },
  )
})

test('what only one has changed since both were the same is suggested, and what both did is asked', () => {
  const mine = change(base, [
    { type: 'set-details', values: { title: 'Mine', subtitle: 'Also mine' } },
    { type: 'remove-lesson', id: 'a1' },
  ])
  const theirs = change(base, [
    { type: 'set-details', values: { title: 'Theirs', language: 'Hindi' } },
    { type: 'move-lesson', id: 'b1', moduleId: 'm0', to: 0 },
  ])

  const suggested = compareCourses(mine, theirs, base).map((one) => [one.key, one.suggested])

  expect(Object.fromEntries(suggested)).toEqual({
    'details.title': null,
    'details.subtitle': 'mine',
    'details.language': 'theirs',
    order: 'theirs',
    'lesson.a1': 'mine',
  })
})

function change(course: EditedCourse, edits: Edit[]): EditedCourse {
  return edits.reduce(editCourse, course)
}

function applyOnce(course: EditedCourse, one: Edit): EditedCourse {
  const ids = [...idsIn(course), ...course.modules.map(({ id }) => id)]
  const isThere = 'id' in one && ids.includes(one.id)
  return one.type.startsWith('add-') && isThere ? course : editCourse(course, one)
}

function idsIn(course: EditedCourse): string[] {
  return course.modules.flatMap(({ videos }) => videos.map(({ id }) => id))
}

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import {
  beginHistory,
  changeHistory,
  type EditHistory,
} from '../../../../ui/drafting/edit-history.ts'
import { courseRules } from './course-rules.ts'
import type { Edit } from './edit-course.ts'
import type { EditedCourse, Part } from './edited-course.ts'

const course = makeDraft([['a1', 'a2', 'a3'], ['b1']])

function edit(
  history: EditHistory<EditedCourse, Part>,
  change: Edit,
  at = 0,
): EditHistory<EditedCourse, Part> {
  return changeHistory(courseRules, history, { type: 'edit', edit: change, at })
}
const begun = beginHistory<EditedCourse, Part>(course)
const undo = (history: EditHistory<EditedCourse, Part>) =>
  changeHistory(courseRules, history, { type: 'undo' })
const redo = (history: EditHistory<EditedCourse, Part>) =>
  changeHistory(courseRules, history, { type: 'redo' })
const typed = (title: string): Edit => ({ type: 'set-lesson', id: 'a1', values: { title } })

test('typing in one field within a second is one step, and a pause begins another', () => {
  let history = begun
  history = edit(history, typed('F'), 0)
  history = edit(history, typed('Fi'), 900)
  history = edit(history, typed('Fir'), 1800)
  history = edit(history, typed('First'), 3000)

  expect(undo(history).content.modules[0]?.videos[0]?.title).toBe('Fir')
  expect(undo(undo(history)).content).toBe(course)
  expect(redo(redo(undo(undo(history)))).content).toBe(history.content)
})

test('another field, or anything done meanwhile, begins another step', () => {
  let history = edit(begun, typed('F'), 0)
  history = edit(history, { type: 'set-lesson', id: 'a1', values: { duration: '5 min' } }, 100)
  history = edit(history, typed('Fi'), 200)

  expect(history.past).toHaveLength(3)
})

test('undo tells where the difference can be seen, and a new change ends what could be redone', () => {
  const history = undo(edit(begun, typed('F')))

  expect(history.shown).toEqual({ kind: 'lesson', id: 'a1' })
  expect(edit(history, typed('G')).future).toEqual([])
})

test('what was added and taken back has no panel to be shown in', () => {
  const added = edit(begun, { type: 'add-lesson', id: 'new', moduleId: 'm0' })

  expect(undo(added).shown).toEqual({ kind: 'details' })
  expect(redo(undo(added)).shown).toEqual({ kind: 'lesson', id: 'new' })
})

test('a change that changes nothing is no step', () => {
  const history = begun

  expect(edit(history, { type: 'set-lesson', id: 'a1', values: { title: 'a1' } })).toBe(history)
  expect(edit(history, { type: 'move-lesson', id: 'a1', moduleId: 'm0', to: 0 })).toBe(history)
  expect(edit(history, { type: 'move-module', id: 'm1', to: 9 })).toBe(history)
  expect(edit(history, { type: 'remove-lesson', id: 'nobody' })).toBe(history)
})

test('one lesson changes, and every other stays the same object', () => {
  const { content: changed } = edit(begun, typed('F'))

  expect(changed.modules[1]).toBe(course.modules[1])
  expect(changed.modules[0]?.videos[1]).toBe(course.modules[0]?.videos[1])
})

test('whatever is moved, each lesson stays once, and undoing all gives back the beginning', () => {
  const move = fc.oneof(
    fc.record({
      type: fc.constant('move-lesson' as const),
      id: fc.constantFrom('a1', 'a2', 'a3', 'b1'),
      moduleId: fc.constantFrom('m0', 'm1'),
      to: fc.integer({ min: -1, max: 5 }),
    }),
    fc.record({
      type: fc.constant('move-module' as const),
      id: fc.constantFrom('m0', 'm1'),
      to: fc.integer({ min: -1, max: 3 }),
    }),
  )
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      let history = moves.reduce((known, one) => edit(known, one), begun)
      const ids = history.content.modules.flatMap(({ videos }) => videos.map(({ id }) => id))
      expect(ids.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1'])

      const end = history.content
      const steps = history.past.length
      for (let step = 0; step < steps; step += 1) history = undo(history)
      expect(history.content).toBe(course)
      for (let step = 0; step < steps; step += 1) history = redo(history)
      expect(history.content).toBe(end)
    }),
  )
})

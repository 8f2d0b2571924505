import { expect, it } from 'vitest'
import { chooseLesson } from './choose-lesson.ts'

const lessons = ['a', 'b', 'c']
const watched = (...positions: [number, boolean][]) =>
  positions.map(([position, completed], at) => ({ id: lessons[at]!, position, completed }))

it('a new owner begins with the first lesson', () => {
  const fresh = watched([0, false], [0, false], [0, false])
  expect(chooseLesson(lessons, { askedFor: null, watched: fresh })).toBe('a')
  expect(chooseLesson(lessons, { askedFor: null, watched: [] })).toBe('a')
})

it('a learner goes on in the lesson they stopped in', () => {
  const begun = watched([60, true], [12, false], [0, false])
  expect(chooseLesson(lessons, { askedFor: null, watched: begun })).toBe('b')
})

it('a learner who finished a lesson gets the next one that is not complete', () => {
  const finished = watched([60, true], [0, false], [0, false])
  expect(chooseLesson(lessons, { askedFor: null, watched: finished })).toBe('b')
})

it('a learner goes on in the lesson they played last, whatever they have looked into before', () => {
  const [monday, tuesday] = ['2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z']
  const inTheFirst = [
    { id: 'a', position: 30, completed: false, played_at: tuesday },
    { id: 'b', position: 0, completed: false },
    { id: 'c', position: 1, completed: false, played_at: monday },
  ]
  expect(chooseLesson(lessons, { askedFor: null, watched: inTheFirst })).toBe('a')
  const hasFinished = inTheFirst.map((one) => ({ ...one, completed: one.id === 'a' }))
  expect(chooseLesson(lessons, { askedFor: null, watched: hasFinished })).toBe('b')
  const endedWithTheLast = inTheFirst.map((one) => ({ ...one, completed: one.id === 'c' }))
  const later = endedWithTheLast.with(2, { ...endedWithTheLast[2]!, played_at: `${tuesday}1` })
  expect(chooseLesson(lessons, { askedFor: null, watched: later })).toBe('a')
})

it('a graduate begins anew', () => {
  const all = watched([60, true], [60, true], [60, true])
  expect(chooseLesson(lessons, { askedFor: null, watched: all })).toBe('a')
})

it('a link to a lesson opens that lesson, if it exists', () => {
  const begun = watched([60, true], [12, false], [0, false])
  expect(chooseLesson(lessons, { askedFor: 'c', watched: begun })).toBe('c')
  expect(chooseLesson(lessons, { askedFor: 'gone', watched: begun })).toBe('b')
})

it('a course without lessons opens none', () => {
  expect(chooseLesson([], { askedFor: null, watched: [] })).toBeNull()
})

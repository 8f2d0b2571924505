import { expect, test } from 'vitest'
import { makeAssignment } from '../../../../../tests/support/assignment-course.ts'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import { makeQuiz } from '../../../../../tests/support/make-quiz.ts'
import { editCourse, type LessonFields } from '../editor/edit-course.ts'
import { findLesson } from '../editor/edited-course.ts'
import { isUntouched } from './is-untouched.ts'

/** A lesson that was made for a film, and changed since. */
function lessonWith(values: Partial<LessonFields>) {
  let course = makeDraft([['a1']])
  const made = { title: 'First cut' }
  course = editCourse(course, { type: 'add-lesson', id: 'new', moduleId: 'm0', values: made })
  course = editCourse(course, { type: 'set-lesson', id: 'new', values })
  const lesson = findLesson(course, 'new')?.lesson
  if (!lesson) throw new Error('the lesson was not made')
  return lesson
}

test('a lesson that was made for a film goes with it while nothing else is in it', () => {
  expect(isUntouched(lessonWith({}), 'First cut')).toBe(true)
  expect(isUntouched(lessonWith({ opens: undefined }), 'First cut')).toBe(true)
})

test.each<Partial<LessonFields>>([
  { title: 'The first cut' },
  { url: 'film:one' },
  { duration: '5 min' },
  { is_preview: true },
  { opens: { kind: 'after_previous' } },
  { text: 'What a cut is.' },
  { links: [{ title: 'More', url: 'https://academy.test' }] },
  { attachments: [{ id: 'sheet', name: 'Sheet.pdf' }] },
  { quiz: makeQuiz() },
  { assignment: makeAssignment() },
])('a lesson with %o was written in, and stays', (values) => {
  expect(isUntouched(lessonWith(values), 'First cut')).toBe(false)
})

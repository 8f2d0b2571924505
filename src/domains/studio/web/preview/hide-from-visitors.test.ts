import { expect, test } from 'vitest'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import { withoutLinks } from '../../../catalogue/server/read-courses.ts'
import { courseDraft } from '../../course-input.ts'
import { describePreview } from '../../server/describe-preview.ts'
import { editCourse } from '../editor/edit-course.ts'
import { hideFromVisitors } from './hide-from-visitors.ts'

test('the preview shows visitors of a paid lesson what the published page will, with when it opens', () => {
  const later = { opens: { kind: 'days', days: 7 }, text: 'Only for owners' } as const
  const draft = editCourse(makeDraft([['now', 'later']]), {
    type: 'set-lesson',
    id: 'later',
    values: later,
  })
  const course = describePreview('c1', courseDraft.parse(draft))
  const shown = hideFromVisitors(course)

  expect(shown.modules[0]?.videos[1]).toMatchObject({ opens_text: expect.stringContaining('7') })
  expect(shown).toEqual(withoutLinks(course))
})

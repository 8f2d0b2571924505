import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeDraft } from '../../../../../tests/support/make-draft.ts'
import type { FilmUploads } from '../films/use-film-uploads.ts'
import { checkCourse } from './check-course.ts'
import { editCourse } from './edit-course.ts'
import { ModulePanel } from './module-panel.tsx'

test('a module with more lessons than it can have says so, and takes no more', () => {
  const full = makeDraft([Array.from({ length: 200 }, (_, at) => `a${at}`)])
  const course = editCourse(full, { type: 'add-lesson', id: 'more', moduleId: 'm0' })
  const [module] = course.modules
  if (!module) throw new Error('There is no module')
  const panel = createElement(ModulePanel, {
    module,
    films: { running: [] } as unknown as FilmUploads, // as much as is shown
    errors: checkCourse(course),
    onChange: () => undefined,
    onAddLesson: () => undefined,
    onAddLinks: () => undefined,
    onMove: () => undefined,
    onRemove: () => undefined,
  })
  const shown = renderToStaticMarkup(panel)

  expect(shown).toContain('A module has at most 200 lessons.')
  expect(shown).toMatch(/<button[^>]* aria-disabled="true"[^>]*>Add lesson/)
})

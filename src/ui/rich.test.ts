import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { rich } from './rich.tsx'

test('a message keeps its links and counts, and reads nothing into a title', () => {
  const said = rich('{count, plural, one {# lesson} other {# lessons}}, <em>all</em> of {course}', {
    count: 2,
    em: createElement('em'),
    course: 'Reels <em>now</em>, {count}',
  })

  expect(renderToStaticMarkup(said)).toBe(
    '2 lessons, <em>all</em> of Reels &lt;em&gt;now&lt;/em&gt;, {count}',
  )
})

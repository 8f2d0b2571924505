import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AccountantsNotes } from './accountants-notes.tsx'

test('the page says that a part which goes back is credited by the academy, so that nobody credits it twice', () => {
  const said = renderToStaticMarkup(AccountantsNotes()).replace(/\s+/g, ' ')

  expect(said).not.toMatch(/does not issue/)
  expect(said).toMatch(/a part of a payment that goes back.*issues and mails it by itself/)
})

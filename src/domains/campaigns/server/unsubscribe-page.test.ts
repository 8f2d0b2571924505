import { expect, test } from 'vitest'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { readSettings } from '../../../platform/settings.ts'
import { writeUnsubscribePage } from './unsubscribe-page.ts'

test('the page that ends letters is read from the right where its language is, and leads on in it', () => {
  const { brand } = readSettings({})
  const urdu = { code: 'ur', tag: 'ur-IN', name: 'اردو', direction: 'rtl' } as const

  const page = runInLanguage({ ...urdu, messages: new Map() }, () =>
    writeUnsubscribePage('done', { brand }, 'letters'),
  )

  expect(page).toContain('<html lang="ur-IN" dir="rtl">')
  expect(page).toContain('<a href="/ur">')
  expect(page).toContain('<a href="/ur/my-courses?tab=details">')
})

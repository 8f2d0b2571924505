import { expect, test } from 'vitest'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import { shortDay } from './short-labels.ts'

const messages = new Map<string, string>()
const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr', messages } as const

test.each([
  ['English', undefined, '9 Nov', 'Nov 26'],
  ['Hindi', hindi, '9 नव॰', 'नव॰ 26'],
])('whoever reads %s finds the months below a bar in it', (_, language, day, month) => {
  const written = runInLanguage(language, () => [
    shortDay('2026-11-09', 'day'),
    shortDay('2026-11-01', 'month'),
  ])

  expect(written).toEqual([day, month])
})

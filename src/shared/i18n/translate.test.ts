import { afterEach, describe, expect, test } from 'vitest'
import type { ReadingLanguage } from './language.ts'
import { msg, t } from './translate.ts'

const surroundings = globalThis as { academyLanguage?: () => ReadingLanguage | undefined }
const before = surroundings.academyLanguage

afterEach(() => {
  if (before) surroundings.academyLanguage = before
  else delete surroundings.academyLanguage
})

function readIn(tag: string, messages: Record<string, string>): void {
  const language = { code: tag.slice(0, 2), tag, name: tag, direction: 'ltr' as const }
  surroundings.academyLanguage = () => ({
    ...language,
    messages: new Map(Object.entries(messages)),
  })
}

describe('a message', () => {
  test('takes its values, counts as its language counts, and chooses', () => {
    const lessons = (count: number) =>
      t('{count, plural, =0 {No lessons} one {# lesson} other {# lessons}} of {course}', {
        count,
        course: 'Reels',
      })

    expect(lessons(0)).toBe('No lessons of Reels')
    expect(lessons(1)).toBe('1 lesson of Reels')
    expect(lessons(1234567)).toBe('12,34,567 lessons of Reels')
    expect(t('Paid by {how, select, upi {UPI, at once} other {card}}', { how: 'upi' })).toBe(
      'Paid by UPI, at once',
    )
    expect(t('{sum, number} people', { sum: 100000 })).toBe('1,00,000 people')
  })

  test('is read in the language of who reads, by the rules of that language', () => {
    readIn('hi-IN', {
      'Log in': 'लॉग इन करें',
      '{count, plural, one {# lesson} other {# lessons}}':
        '{count, plural, one {# पाठ} other {# पाठ हैं}}',
    })

    expect(t('Log in')).toBe('लॉग इन करें')
    // In Hindi nothing is one, too.
    expect(t('{count, plural, one {# lesson} other {# lessons}}', { count: 0 })).toBe('0 पाठ')
    expect(t('Nobody has translated this')).toBe('Nobody has translated this')
    expect(t(msg('Log in'))).toBe('लॉग इन करें')
  })

  test('does not compile with a value missing or too many', () => {
    // @ts-expect-error a value is missing
    expect(t('Hello {name}')).toBe('Hello {name}')
    // @ts-expect-error of another name
    expect(t('Hello {name}', { nmae: 'Asha' })).toBe('Hello ')
    // @ts-expect-error nothing is to be put in
    expect(t('Hello', { name: 'Asha' })).toBe('Hello')
    // @ts-expect-error the second value is missing
    t('{count, plural, one {# lesson} other {# lessons}} of {course}', { count: 1 })
    // @ts-expect-error a name within a choice is missing
    t('{count, plural, one {# of {course}} other {# lessons}}', { count: 1 })
  })
})

import { describe, expect, it } from 'vitest'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import { formatLength, readDurationInSeconds, sayDuration } from './read-duration.ts'

describe('the length that an administrator typed', () => {
  it.each([
    ['15 min', 900],
    ['22 sec', 22],
    ['1 h 20 min', 4800],
    ['1 hour and 5 minutes', 3900],
    ['1.5 hours', 5400],
    ['12:30', 750],
    ['1:02:03', 3723],
    ['15', 900],
    ['10m', 600],
    ['90:00', 5400],
    ['1hr 5mins', 3900],
    ['90 sec.', 90],
    ['1:02:30', 3750],
    ['12 minutes', 720],
  ])('is understood: %s', (text, seconds) => {
    expect(readDurationInSeconds(text)).toBe(seconds)
  })

  it.each([
    '',
    'about a week',
    'two reels',
    '10 min or so',
    '3 modules',
    '2 months',
    '5 slides',
    '0 min',
    '0:00',
    '1:75',
  ])('is left alone: "%s"', (text) => {
    expect(readDurationInSeconds(text)).toBeNull()
  })
})

describe('the length that a visitor reads', () => {
  it.each([
    [45, '45 sec'],
    [110, '2 min'],
    [3600, '1 h'],
    [7500, '2 h 5 min'],
  ])('%d seconds read %s', (seconds, text) => {
    expect(formatLength(seconds)).toBe(text)
  })
})

describe('the length of a lesson', () => {
  const messages = new Map([['{seconds} sec', '{seconds} सेकंड']])
  const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr', messages } as const

  it.each([
    ['17 sec', '17 सेकंड'],
    ['12:30', '12:30'],
    ['about a week', 'about a week'],
  ])('"%s" reads "%s" in Hindi, and stays as it was written in English', (stated, said) => {
    expect(runInLanguage(hindi, () => sayDuration(stated))).toBe(said)
    expect(sayDuration(stated)).toBe(stated)
  })
})

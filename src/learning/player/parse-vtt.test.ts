import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTime, sayTime } from '../../ui/format-time.ts'
import { parseVtt } from './parse-vtt.ts'

test('the words of a captions file are read with their times', () => {
  const text = [
    '\uFEFFWEBVTT - for the lesson',
    '',
    'NOTE not for the learner',
    '',
    'first',
    '00:00.500 --> 00:04.000 line:0 align:start',
    '<v Asha>Cut &amp; <b>paste</b>',
    'on the beat',
    '',
    '01:00:04.200 --> 01:00:08.900',
    'Later.',
    '',
    '00:09.000 --> 00:08.000',
    'Never.',
  ].join('\r\n')

  expect(parseVtt(text)).toEqual([
    { from: 0.5, to: 4, text: 'Cut & paste on the beat' },
    { from: 3604.2, to: 3608.9, text: 'Later.' },
  ])
})

test('whatever else comes makes no words and no error', () => {
  expect(parseVtt('<!doctype html>')).toEqual([])
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const cue of parseVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)) {
        expect(cue.to).toBeGreaterThan(cue.from)
      }
    }),
  )
})

test.each([
  [0, '0:00', '0 seconds'],
  [65.9, '1:05', '1 minute 5 seconds'],
  [3725, '1:02:05', '1 hour 2 minutes 5 seconds'],
])('%d seconds are written %s and said %s', (seconds, written, said) => {
  expect(formatTime(seconds)).toBe(written)
  expect(sayTime(seconds)).toBe(said)
})

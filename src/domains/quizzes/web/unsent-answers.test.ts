import { beforeEach, expect, test, vi } from 'vitest'
import { readUnsent, writeUnsent } from './unsent-answers.ts'

const kept = new Map<string, string>()
const of = { learnerId: 'learner', attemptId: 'attempt' }

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
})

test('what waits for somebody has their id behind a colon, and is gone once nothing waits', () => {
  writeUnsent(of, { q1: true })
  expect([...kept.keys()].every((key) => key.endsWith(':learner'))).toBe(true)
  expect(readUnsent(of)).toEqual({ q1: true })

  writeUnsent(of, {})
  expect(kept.size).toBe(0)
})

test('what an earlier page left is still read, and comes back no more once it was sent', () => {
  kept.set('unsent-quiz:attempt', '{"q1":"24"}')
  expect(readUnsent(of)).toEqual({ q1: '24' })

  writeUnsent(of, {})
  expect(readUnsent(of)).toEqual({})
})

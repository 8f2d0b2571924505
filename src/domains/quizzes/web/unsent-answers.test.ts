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

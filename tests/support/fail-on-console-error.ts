import { afterEach, beforeEach, vi } from 'vitest'

/** Since the last test ended; of tests side by side the first to end answers for all of them. */
const complaints: unknown[][] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words))
})

afterEach(() => {
  const made = complaints.splice(0)
  if (made.length > 0) throw new Error(`console.error was called: ${made.join('; ')}`)
})

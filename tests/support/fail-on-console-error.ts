import { afterEach, beforeEach, vi } from 'vitest'

let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words))
})

afterEach(() => {
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.join('; ')}`)
})

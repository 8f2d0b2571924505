import { expect, test } from 'vitest'
import { chooseNext, type RunningUpload } from './use-uploads.ts'

const inStates = (...states: RunningUpload['state'][]) =>
  states.map((state, key) => ({ key, state }))

test('while the store takes nothing, no more uploads wait for it than are sent at once', () => {
  const stuck = inStates('waiting', 'waiting', 'waiting', 'queued', 'queued')
  expect(chooseNext(stuck, 3)).toEqual([])
  const one = inStates('sent', 'refused', 'paused', 'waiting', 'sending', 'queued', 'queued')
  expect(chooseNext(one, 3).map(({ key }) => key)).toEqual([5])
})

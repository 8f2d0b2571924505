import { expect, it } from 'vitest'
import { deliveredLook } from '../look.ts'
import { keepChanges } from './keep-changes.ts'

it('a look that comes late leaves what was chosen since the press, and nothing else', () => {
  const pressed = { ...deliveredLook, colour: '#112233', corners: 'square' as const }
  const now = { ...pressed, corners: 'round' as const }
  const next = { ...deliveredLook, colour: '#445566' }

  expect(keepChanges(pressed, pressed, next)).toEqual(next)
  expect(keepChanges(now, pressed, next)).toEqual({ ...next, corners: 'round' })
})

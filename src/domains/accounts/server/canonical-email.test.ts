import { expect, test } from 'vitest'
import { canonicalEmail } from './canonical-email.ts'

test.each([
  ['meera@example.test', 'meera@example.test'],
  ['meera+x@example.test', 'meera@example.test'],
  ['meera+x+y@example.test', 'meera@example.test'],
  ['me.era@example.test', 'me.era@example.test'],
  ['me.er.a+shop@gmail.com', 'meera@gmail.com'],
  ['meera@googlemail.com', 'meera@gmail.com'],
  ['+x@example.test', '+x@example.test'],
])('a mail to %s ends in the inbox %s', (email, inbox) => {
  expect(canonicalEmail(email)).toBe(inbox)
})

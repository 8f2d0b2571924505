import { beforeEach, expect, test } from 'vitest'
import { type RememberedCertificates, rememberCertificates } from './remember-certificates.ts'

const session = Buffer.from('session of asha')
const asha = { sessionHash: session, learnerId: 'asha', courseId: 'film' }

let now = 0
let areHeard = true
let withdraw: (learnerId: string | null) => void
let remembered: RememberedCertificates

beforeEach(() => {
  now = 1_000_000
  areHeard = true
  remembered = rememberCertificates(
    { on: (hear) => (withdraw = hear), areHeard: () => areHeard },
    () => now,
  )
})

test('a session finds what it was given, and no other session or course does', () => {
  remembered.remember(asha, 'KA-1')

  expect(remembered.find(session, 'film')).toBe('KA-1')
  expect(remembered.find(Buffer.from('session of ravi'), 'film')).toBeUndefined()
  expect(remembered.find(session, 'music')).toBeUndefined()
})

test('it is forgotten after a minute', () => {
  remembered.remember(asha, 'KA-1')
  now += 60_001

  expect(remembered.find(session, 'film')).toBeUndefined()
})

test("it is forgotten when something is withdrawn from its learner, not from another's", () => {
  remembered.remember(asha, 'KA-1')
  withdraw('ravi')
  const afterRavi = remembered.find(session, 'film')
  withdraw('asha')

  expect([afterRavi, remembered.find(session, 'film')]).toEqual(['KA-1', undefined])
})

test('what was read before a withdrawal cannot be remembered after it', () => {
  withdraw('asha')
  now += 9_000
  remembered.remember(asha, 'KA-1')
  const soon = remembered.find(session, 'film')
  now += 2_000
  remembered.remember(asha, 'KA-1')

  expect([soon, remembered.find(session, 'film')]).toEqual([undefined, 'KA-1'])
})

test('nothing is known while revocations could be missed, nor what was known before', () => {
  remembered.remember(asha, 'KA-1')
  areHeard = false
  const deaf = remembered.find(session, 'film')
  withdraw(null) // the connection is back
  areHeard = true

  expect([deaf, remembered.find(session, 'film')]).toEqual([undefined, undefined])
})

test('two thousand are remembered, the newest', () => {
  for (let count = 0; count <= 2_000; count += 1) {
    remembered.remember({ ...asha, courseId: `course-${count}` }, 'KA-1')
  }

  expect(remembered.find(session, 'course-0')).toBeUndefined()
  expect(remembered.find(session, 'course-1')).toBe('KA-1')
})

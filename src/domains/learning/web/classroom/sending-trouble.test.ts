import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hearTry, isWorthNotice, type SendingTrouble, tellAfterInMs } from './sending-trouble.ts'

it('a single loss is not told, the second in a row is', () => {
  const once = hearTry(null, 'unsent', 0)
  expect(isWorthNotice(once, 2_000)).toBe(false)
  expect(isWorthNotice(hearTry(once, 'unsent', 2_000), 2_000)).toBe(true)
})

it('two reports lost at the same moment are one loss', () => {
  const together = hearTry(hearTry(null, 'unsent', 0), 'unsent', 30)
  expect(isWorthNotice(together, 30)).toBe(false)
})

it('a single loss is told once it has lasted', () => {
  expect(isWorthNotice(hearTry(null, 'unsent', 0), tellAfterInMs)).toBe(true)
})

it('whatever was lost before, nothing is told after a report that arrived and one single loss', () => {
  const tries = fc.array(fc.tuple(fc.constantFrom('sent', 'unsent'), fc.nat(30_000)))
  fc.assert(
    fc.property(tries, fc.nat(tellAfterInMs - 1), (before, passed) => {
      let now = 0
      let trouble: SendingTrouble | null = null
      for (const [state, passedBefore] of before) {
        now += passedBefore
        trouble = hearTry(trouble, state, now)
      }
      const arrived = hearTry(trouble, 'sent', now)
      const lost = hearTry(arrived, 'unsent', now)
      expect(isWorthNotice(arrived, now)).toBe(false)
      expect(isWorthNotice(lost, now + passed)).toBe(false)
    }),
  )
})

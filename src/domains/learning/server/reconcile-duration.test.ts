import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LengthEvidence, reconcileDuration } from './reconcile-duration.ts'

const judge = (reported: number, evidence: Partial<LengthEvidence> = {}) =>
  reconcileDuration({
    reported,
    measured: null,
    stated: null,
    kept: null,
    witnessed: [],
    openFor: 0,
    ...evidence,
  })
const lengthOf = (reported: number, evidence: Partial<LengthEvidence> = {}) =>
  judge(reported, evidence).lengthInSeconds

describe('the length of a film', () => {
  test('of our own is what its file says', () => {
    expect(judge(5, { measured: 17, stated: 900 })).toEqual({
      lengthInSeconds: 17,
      paceInSeconds: 17,
    })
  })

  test('is what the player says, where it is stated roughly; the time it takes is the stated', () => {
    expect(judge(750, { stated: 900 })).toEqual({ lengthInSeconds: 750, paceInSeconds: 900 })
    expect(judge(930, { stated: 900 })).toEqual({ lengthInSeconds: 930, paceInSeconds: 930 })
  })

  test('is the stated one where the player says something else', () => {
    expect(lengthOf(5, { stated: 900 })).toBe(900)
    expect(lengthOf(5, { stated: 900, kept: 860 })).toBe(860)
    expect(lengthOf(5, { stated: 900, kept: 1e6 })).toBe(900)
  })

  test('mistyped is put right by three who played it, but never to a blink', () => {
    const witnessed = [900, 901, 899.5]

    expect(lengthOf(900, { stated: 9000 })).toBe(9000)
    expect(judge(900, { stated: 9000, witnessed })).toEqual({
      lengthInSeconds: 900,
      paceInSeconds: 9000,
    })
    expect(lengthOf(5, { stated: 9000, witnessed: [5, 5, 5] })).toBe(9000)
  })

  test('that nobody states is the middle of what three others played', () => {
    expect(lengthOf(5, { witnessed: [100, 100] })).toBe(5)
    expect(lengthOf(5, { witnessed: [100, 100, 1e6] })).toBe(100)
    expect(lengthOf(99.5, { witnessed: [100, 100, 101] })).toBe(99.5)
  })

  test('that only the learner’s own player tells does not shrink before it could be over', () => {
    expect(lengthOf(5, { kept: 100 })).toBe(100)
    expect(lengthOf(120, { kept: 100 })).toBe(120)
    expect(lengthOf(80, { kept: 100, openFor: 45 })).toBe(80)
    expect(lengthOf(80, { kept: 1e6 })).toBe(80)
  })
})

describe('whatever others report', () => {
  const seconds = fc.double({ min: 1, max: 1e6, noNaN: true })
  const anything = fc.record({
    reported: seconds,
    stated: fc.constant(900),
    measured: fc.constant(null),
    kept: fc.option(seconds),
    witnessed: fc.array(seconds, { maxLength: 50 }),
    openFor: seconds,
  })

  test('a stated film takes no less than its stated time', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anything, (evidence) => {
        expect(reconcileDuration(evidence).paceInSeconds).toBeGreaterThanOrEqual(900)
      }),
    )
  })

  test('an honest player of a film stated roughly must play that film and no more', () => {
    expect.hasAssertions()
    const real = fc.double({ min: 450, max: 1800, noNaN: true })
    fc.assert(
      fc.property(anything, real, (evidence, reported) => {
        const judged = reconcileDuration({ ...evidence, reported })
        expect(judged).toEqual({
          lengthInSeconds: reported,
          paceInSeconds: Math.max(900, reported),
        })
      }),
    )
  })

  test('of an unstated film the honest decide, as long as they are more than the others', () => {
    expect.hasAssertions()
    const real = fc.double({ min: 10, max: 7200, noNaN: true })
    const lies = fc.array(seconds, { maxLength: 20 })
    fc.assert(
      fc.property(real, lies, seconds, (real, lies, reported) => {
        const honest = Array.from({ length: Math.max(3, lies.length + 1) }, () => real)
        const judged = judge(reported, { witnessed: [...lies, ...honest] })
        expect(judged.paceInSeconds).toBeGreaterThanOrEqual(real)
        expect(lengthOf(real, { witnessed: [...honest, ...lies] })).toBe(real)
        expect(judge(real, { witnessed: [...honest, ...lies] }).paceInSeconds).toBe(real)
      }),
    )
  })
})

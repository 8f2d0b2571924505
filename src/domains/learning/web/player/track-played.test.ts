import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { playedSeconds } from '../../played-intervals.ts'
import { breakOff, type PlayedTrack, playedSoFar, trackPosition } from './track-played.ts'

const nothingPlayed: PlayedTrack = { closed: [], open: null }

const follow = (positions: number[], rate = 1, passedInSeconds = 0.25) =>
  positions.reduce(
    (track, positionInSeconds) =>
      trackPosition(track, { positionInSeconds, rate, passedInSeconds }),
    nothingPlayed,
  )

describe('following a playback', () => {
  test('steady positions are one stretch', () => {
    expect(playedSoFar(follow([3, 3.25, 3.5, 4.4, 5.5]))).toEqual([[3, 5.5]])
  })

  test('a jump ahead leaves out what was jumped over', () => {
    expect(playedSoFar(follow([0, 1, 2, 50, 51]))).toEqual([
      [0, 2],
      [50, 51],
    ])
  })

  test('a jump back plays the same seconds again, which count once', () => {
    const played = playedSoFar(follow([10, 11, 12, 11, 12, 13]))

    expect(played).toEqual([[10, 13]])
  })

  test('at double speed the steps are twice as long', () => {
    expect(playedSoFar(follow([0, 2.8], 2))).toEqual([[0, 2.8]])
    expect(playedSoFar(follow([0, 2.8], 1))).toEqual([])
  })

  test('what plays while a busy device halts the page was played, and a jump meanwhile was not', () => {
    expect(playedSoFar(follow([0, 4], 1, 4))).toEqual([[0, 4]])
    expect(playedSoFar(follow([0, 8], 2, 4))).toEqual([[0, 8]])
    expect(playedSoFar(follow([0, 5], 1, 4))).toEqual([])
  })

  test('a seek that the player tells is never joined, however short', () => {
    const track = breakOff(follow([0, 1]))

    const heard = { positionInSeconds: 1.5, rate: 1, passedInSeconds: 0.5 }
    expect(playedSoFar(trackPosition(track, heard))).toEqual([[0, 1]])
  })

  test('positions that are no numbers are passed over', () => {
    expect(playedSoFar(follow([0, Number.NaN, 1, -1, 2]))).toEqual([[0, 2]])
  })

  test('no positions, in any order, give more played time than steps allow', () => {
    expect.hasAssertions()
    const positions = fc.array(fc.double({ min: 0, max: 600, noNaN: true }), { maxLength: 50 })
    fc.assert(
      fc.property(positions, fc.double({ min: 0, max: 60, noNaN: true }), (positions, passed) => {
        const played = playedSeconds(playedSoFar(follow(positions, 1, passed)))
        const longestStep = Math.max(1.5, passed + 0.5)
        expect(played).toBeLessThanOrEqual(longestStep * Math.max(0, positions.length - 1) + 0.1)
      }),
    )
  })
})

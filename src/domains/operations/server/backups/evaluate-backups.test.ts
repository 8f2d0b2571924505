import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BackupState,
  evaluateBackups,
  hourInMs,
  isBackupDue,
  isRestoreDue,
} from './evaluate-backups.ts'

const atMinute = 3 * 60
const now = new Date('2026-11-22T06:00:00Z') // half past eleven in India
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourInMs)

const state = (known: Partial<BackupState>): BackupState => ({
  since: hoursAgo(1_000),
  newestAt: null,
  newestKey: null,
  restoredAt: null,
  askedAt: null,
  startedAt: null,
  restoreStartedAt: null,
  failure: null,
  restoreFailure: null,
  ...known,
})

describe('a backup is due', () => {
  test.each([
    ['when there is none', {}, true],
    ['when the newest is of the evening before', { newestAt: hoursAgo(12) }, true],
    ['not again after this night', { newestAt: hoursAgo(8) }, false],
    ['when asked for, whatever there is', { newestAt: hoursAgo(1), askedAt: now }, true],
    ['not when it was made since it was asked for', asked({ askedAt: 2, startedAt: 1 }), false],
    ['not within half an hour of one that failed', { startedAt: hoursAgo(0.4) }, false],
    ['again half an hour after one that failed', { startedAt: hoursAgo(0.6) }, true],
  ])('%s', (_, known: Partial<BackupState>, isDue) => {
    expect(isBackupDue(state(known), { atMinute, now })).toBe(isDue)
  })

  test('once between two nights, at whatever minute and whenever the clock is read', () => {
    const anyMinute = fc.nat({ max: 24 * 60 - 1 })
    const turns = fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 200 })
    fc.assert(
      fc.property(anyMinute, turns, (minute, pausesInMinutes) => {
        let newestAt: Date | null = null
        let at = now.getTime()
        const made: number[] = []
        for (const pause of pausesInMinutes) {
          at += pause * 60_000
          const isDue = isBackupDue(state({ newestAt }), { atMinute: minute, now: new Date(at) })
          if (isDue) made.push((newestAt = new Date(at)).getTime())
        }
        const nights = made.map((one) =>
          Math.floor((one + 5.5 * hourInMs - minute * 60_000) / (24 * hourInMs)),
        )

        expect(new Set(nights).size).toBe(nights.length)
        const end = Math.floor((at + 5.5 * hourInMs - minute * 60_000) / (24 * hourInMs))
        expect(nights.at(-1)).toBe(made.length > 0 ? end : undefined)
      }),
    )
  })
})

describe('a restore is tried', () => {
  test.each([
    ['not while there is no backup', {}, false],
    ['with the first backup', { newestAt: hoursAgo(1) }, true],
    ['not within a week', { newestAt: hoursAgo(1), restoredAt: hoursAgo(6 * 24) }, false],
    ['after a week', { newestAt: hoursAgo(1), restoredAt: hoursAgo(7 * 24) }, true],
    ['once with each backup', { newestAt: hoursAgo(2), restoreStartedAt: hoursAgo(1) }, false],
  ])('%s', (_, known: Partial<BackupState>, isDue) => {
    expect(isRestoreDue(state(known), now)).toBe(isDue)
  })
})

describe('the checklist says of backups', () => {
  test.each([
    ['todo', { since: now }, /^No backup was made yet\.$/],
    ['failing', {}, /^No backup has succeeded yet\.$/],
    ['failing', { since: now, failure: 'The store is away' }, /yet\. The store is away\.$/],
    ['failing', { newestAt: hoursAgo(49), restoredAt: now }, /more than 48 hours ago\.$/],
    ['failing', { newestAt: now, restoredAt: hoursAgo(10 * 24) }, /but no restore was proven/],
    ['todo', { newestAt: now, since: now }, /no restore was proven yet\.$/],
    ['ok', { newestAt: hoursAgo(47), restoredAt: hoursAgo(8 * 24) }, /A restore was proven on/],
  ])('%s of %j', (expected, known: Partial<BackupState>, sentence) => {
    const judged = evaluateBackups(state(known), now)

    expect(judged.state).toBe(expected)
    expect(judged.sentence).toMatch(sentence)
  })
})

function asked(hours: { askedAt: number; startedAt: number }): Partial<BackupState> {
  return {
    newestAt: hoursAgo(1),
    askedAt: hoursAgo(hours.askedAt),
    startedAt: hoursAgo(hours.startedAt),
  }
}

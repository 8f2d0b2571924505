import { indiaAheadOfUtcInMs } from '../../shared/india-time.ts'

const dayInMs = 86_400_000

/** How many days, weeks and months back a backup is kept of each. */
export const keptDays = 7
export const keptWeeks = 4
export const keptMonths = 12

/**
 * Which backups stay: the newest of each of the last 7 days, 4 weeks (from Monday) and 12 months that
 * have any, by the clock of India. Days without a backup do not count, so what an academy that stood
 * still has stays as it is. The newest of all is among them whatever comes.
 */
export function chooseBackupsToKeep<Backup extends { madeAt: Date }>(backups: Backup[]): Backup[] {
  // Of two of one moment the later in the list.
  const newestFirst = backups
    .toReversed()
    .toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  return [
    ...new Set([
      ...newestOfEach(newestFirst, dayOf, keptDays),
      ...newestOfEach(newestFirst, weekOf, keptWeeks),
      ...newestOfEach(newestFirst, monthOf, keptMonths),
    ]),
  ]
}

/**
 * Which go by that rule once a new one was made. What says that it was made later is of a clock that
 * went wrong: it stays, and takes no other's place.
 */
export function chooseBackupsToRemove<Backup extends { madeAt: Date }>(
  backups: Backup[],
  madeJustNow: Date,
): Backup[] {
  const known = backups.filter(({ madeAt }) => madeAt <= madeJustNow)
  const kept = new Set(chooseBackupsToKeep(known))
  return known.filter((backup) => !kept.has(backup))
}

function newestOfEach<Backup extends { madeAt: Date }>(
  newestFirst: Backup[],
  periodOf: (madeAt: Date) => number,
  count: number,
): Backup[] {
  const found = new Map<number, Backup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.madeAt)
    if (!found.has(period)) found.set(period, backup)
  }
  return [...found.values()].slice(0, count)
}

function dayOf(at: Date): number {
  return Math.floor((at.getTime() + indiaAheadOfUtcInMs) / dayInMs)
}

/** The first day of all, 1 January 1970, was a Thursday. */
function weekOf(at: Date): number {
  return Math.floor((dayOf(at) + 3) / 7)
}

function monthOf(at: Date): number {
  const there = new Date(at.getTime() + indiaAheadOfUtcInMs)
  return there.getUTCFullYear() * 12 + there.getUTCMonth()
}

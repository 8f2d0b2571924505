import { addPlayed, type Interval, mergeIntervals, subtract } from '../../played-intervals.ts'
import type { PlaybackReport } from '../player/report-playback.ts'

/** What waits to be counted of one video. */
export interface PendingReport extends PlaybackReport {
  /** The academy's word for when the lessons were opened in which it was begun. */
  opening?: string
  /** Which film of the lesson it was. Left out where that is not known. */
  film?: number
  /** When the player said so, by the device's clock. Left out in what an earlier page kept. */
  toldAt?: number
}

/** Reports that the server has not confirmed yet, by `courseId/videoId`, or `courseId/videoId/film` where that is known. */
export type PendingReports = Record<string, PendingReport>

/** Seconds of one film are joined to those of no other, nor to such of which nobody knows the film. */
export function keyOf(
  { courseId, videoId }: { courseId: string; videoId: string },
  { film }: PendingReport,
): string {
  return [courseId, videoId, ...(film === undefined ? [] : [film])].join('/')
}

/** The place where they outlive the page: one text, null if there is none. */
export interface ReportStore {
  read: () => string | null
  write: (text: string | null) => void
}

/**
 * Adds a report to what waits: its position is the newer one, played parts are joined, and the
 * earlier opening stands for all of them.
 */
export function addReport(
  pending: PendingReports,
  key: string,
  report: PendingReport,
): PendingReports {
  const before = pending[key]
  const played = addPlayed(before?.played ?? [], report.played, report.duration)
  const opening = before?.opening ?? report.opening
  return {
    ...pending,
    [key]: { ...report, played, ...(opening !== undefined && { opening }) },
  }
}

/** Takes out the seconds that count. Nothing waits any more once none are left and nothing is new. */
export function confirmReport(
  pending: PendingReports,
  key: string,
  { sent, credited }: { sent: PendingReport; credited: readonly Interval[] },
): PendingReports {
  const { [key]: kept, ...rest } = pending
  if (!kept) return pending
  const played = subtract(mergeIntervals(kept.played), credited)
  if (played.length === 0 && !isNewer(kept, sent)) return rest
  return { ...pending, [key]: { ...kept, played } }
}

/** Whether the player has told more since a report was sent. */
export function isNewer(kept: PendingReport, sent: PendingReport): boolean {
  return JSON.stringify(kept) !== JSON.stringify(sent)
}

/** What waits in the store. Anything that is not of our making counts as nothing. */
export function readPending(store: ReportStore): PendingReports {
  const content = parse(store.read())
  if (typeof content !== 'object' || content === null) return {}
  return Object.fromEntries(Object.entries(content).filter(isEntry))
}

export function writePending(store: ReportStore, pending: PendingReports): void {
  store.write(Object.keys(pending).length === 0 ? null : JSON.stringify(pending))
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function isEntry(entry: [string, unknown]): entry is [string, PendingReport] {
  const [key, value] = entry
  if (!key.includes('/') || typeof value !== 'object' || value === null) return false
  const report = value as Record<string, unknown>
  return (
    Number.isFinite(report['position']) &&
    Number.isFinite(report['duration']) &&
    (report['opening'] === undefined || typeof report['opening'] === 'string') &&
    (report['film'] === undefined || Number.isInteger(report['film'])) &&
    (report['toldAt'] === undefined || Number.isFinite(report['toldAt'])) &&
    Array.isArray(report['played']) &&
    report['played'].every(isInterval)
  )
}

function isInterval(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

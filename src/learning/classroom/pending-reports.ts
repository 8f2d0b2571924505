import { addPlayed } from '../played-intervals.ts'
import type { PlaybackReport } from '../player/report-playback.ts'

/** Reports that the server has not confirmed yet, by `courseId/videoId`. */
export type PendingReports = Record<string, PlaybackReport>

/** The place where they outlive the page: one text, null if there is none. */
export interface ReportStore {
  read: () => string | null
  write: (text: string | null) => void
}

/** Adds a report to what waits: its position is the newer one, played parts are joined. */
export function addReport(
  pending: PendingReports,
  key: string,
  report: PlaybackReport,
): PendingReports {
  const before = pending[key]
  const played = addPlayed(before?.played ?? [], report.played, report.duration)
  return { ...pending, [key]: { ...report, played } }
}

/** Takes out what was confirmed, unless more was played since it was sent. */
export function confirmReport(
  pending: PendingReports,
  key: string,
  sent: PlaybackReport,
): PendingReports {
  const { [key]: kept, ...rest } = pending
  return JSON.stringify(kept) === JSON.stringify(sent) ? rest : pending
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

function isEntry(entry: [string, unknown]): entry is [string, PlaybackReport] {
  const [key, value] = entry
  if (!key.includes('/') || typeof value !== 'object' || value === null) return false
  const report = value as Record<string, unknown>
  return (
    Number.isFinite(report['position']) &&
    Number.isFinite(report['duration']) &&
    Array.isArray(report['played']) &&
    report['played'].every(isInterval)
  )
}

function isInterval(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}

import { allDays } from '../../../../http/days.ts'
import type { Period } from './select-documents.ts'

/** What the file of an export is called: by the days that were asked for, if any were. */
export function nameExport(kind: string, { from, to }: Period): string {
  const isFromStart = from === allDays.from
  if (to === allDays.to) return `${kind}-${isFromStart ? 'all' : `from-${from}`}.csv`
  return `${kind}-${isFromStart ? '' : `${from}-`}to-${to}.csv`
}

export const complaintSubjects = ['payment', 'course', 'certificate', 'privacy', 'other'] as const
export type ComplaintSubject = (typeof complaintSubjects)[number]

export const complaintStates = ['open', 'answered', 'closed'] as const
export type ComplaintState = (typeof complaintStates)[number]

/** What became of a complaint that is closed. */
export const complaintOutcomes = ['remedied', 'explained', 'rejected'] as const
export type ComplaintOutcome = (typeof complaintOutcomes)[number]

export const complaintEventKinds = [
  'filed',
  'added',
  'reopened',
  'assigned',
  'answered',
  'closed',
] as const
export type ComplaintEventKind = (typeof complaintEventKinds)[number]

/** E.g. `C-2026-000123`. */
export function complaintNumber({ year, number }: { year: number; number: number }): string {
  return `C-${year}-${String(number).padStart(6, '0')}`
}

/**
 * The day by which a complaint of this day is answered, in India: the same day of the next month, or its
 * last one. That is the consumers' law; for personal data 90 days would do (docs/decisions/0111).
 */
export function dueOn(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfNext = new Date(Date.UTC(year, month + 1, 0))
  const due = new Date(Date.UTC(year, month, Math.min(date, lastOfNext.getUTCDate())))
  return due.toISOString().slice(0, 10)
}

/** What an answer to a complaint, or words about it, make of its state. */
export function nextState(
  state: ComplaintState,
  act: 'reply' | 'answer' | 'close',
): { state: ComplaintState; kind: ComplaintEventKind } {
  if (act === 'answer') return { state: 'answered', kind: 'answered' }
  if (act === 'close') return { state: 'closed', kind: 'closed' }
  return { state: 'open', kind: state === 'open' ? 'added' : 'reopened' }
}

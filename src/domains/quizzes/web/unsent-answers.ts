import { keptOf } from '../../../ui/drafting/kept.ts'
import type { Answer } from '../grade.ts'

/** What was answered and has not reached the academy yet, kept on this device; it goes when its person logs out. */
export type UnsentAnswers = Record<string, Answer>

export interface UnsentOf {
  learnerId: string
  attemptId: string
}

export function readUnsent(of: UnsentOf): UnsentAnswers {
  const kept = keptOfAttempt(of).read()
  return typeof kept === 'object' && kept !== null ? (kept as UnsentAnswers) : {} // of our own writing
}

export function writeUnsent(of: UnsentOf, answers: UnsentAnswers): void {
  keptOfAttempt(of).write(Object.keys(answers).length === 0 ? null : answers)
}

function keptOfAttempt({ learnerId, attemptId }: UnsentOf) {
  return keptOf(learnerId, `unsent-quiz ${attemptId}`)
}

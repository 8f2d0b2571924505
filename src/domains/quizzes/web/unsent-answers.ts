import { hasLoggedOut } from '../../../ui/session.ts'
import type { Answer } from '../grade.ts'

/** What was answered and has not reached the academy yet, kept on this device; it goes when its person logs out. */
export type UnsentAnswers = Record<string, Answer>

export interface UnsentOf {
  learnerId: string
  attemptId: string
}

export function readUnsent(of: UnsentOf): UnsentAnswers {
  try {
    const text = localStorage.getItem(keyOf(of)) ?? localStorage.getItem(formerKeyOf(of))
    const kept: unknown = JSON.parse(text ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as UnsentAnswers) : {} // of our own writing
  } catch {
    return {}
  }
}

export function writeUnsent(of: UnsentOf, answers: UnsentAnswers): void {
  if (hasLoggedOut(of.learnerId)) return
  try {
    if (Object.keys(answers).length === 0) localStorage.removeItem(keyOf(of))
    else localStorage.setItem(keyOf(of), JSON.stringify(answers))
    localStorage.removeItem(formerKeyOf(of))
  } catch {
    // A device without room: the academy has what was sent.
  }
}

/** The person behind a colon, by which a logout finds it (src/ui/session.ts). */
function keyOf({ learnerId, attemptId }: UnsentOf): string {
  return `unsent-quiz ${attemptId}:${learnerId}`
}

/** Without the person, as pages wrote it before: what waits there is still sent. */
function formerKeyOf({ attemptId }: UnsentOf): string {
  return `unsent-quiz:${attemptId}`
}

import type { Answer } from '../grade.ts'

/** What was answered and has not reached the academy yet, kept on this device. */
export type UnsentAnswers = Record<string, Answer>

export function readUnsent(attemptId: string): UnsentAnswers {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(attemptId)) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as UnsentAnswers) : {} // of our own writing
  } catch {
    return {}
  }
}

export function writeUnsent(attemptId: string, answers: UnsentAnswers): void {
  try {
    if (Object.keys(answers).length === 0) localStorage.removeItem(keyOf(attemptId))
    else localStorage.setItem(keyOf(attemptId), JSON.stringify(answers))
  } catch {
    // A device without room: the academy has what was sent.
  }
}

function keyOf(attemptId: string): string {
  return `unsent-quiz:${attemptId}`
}

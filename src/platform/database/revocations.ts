import type { DatabaseNotices } from './database-notices.ts'

/** Triggers in the database notify here, with the learner's id. */
export const revocationsChannel = 'academy_withdrawals'

/** What somebody had and has no more: a session, access to a course, a certificate. */
export interface Revocations {
  /** Hears whose, from this process or any other; null: anybody's, for some may have been missed. */
  on(hear: (learnerId: string | null) => void): void
  /** False while some could be missed: nothing personal may then be answered from memory. */
  areHeard(): boolean
  /** Tells this process at once, ahead of the database's notice. Call after committing. */
  tell(learnerId: string): void
}

export function followRevocations(notices: Pick<DatabaseNotices, 'on' | 'areHeard'>): Revocations {
  const listeners: ((learnerId: string | null) => void)[] = []
  const tell = (learnerId: string | null): void => {
    for (const hear of listeners) hear(learnerId)
  }
  notices.on(revocationsChannel, tell)
  return { on: (hear) => void listeners.push(hear), areHeard: () => notices.areHeard(), tell }
}

import type { Revocations } from '../platform/database/revocations.ts'

interface Remembered {
  learnerId: string
  certificateId: string
  until: number
}

/** Which certificate a session may have, known for a short time without asking the database. */
export interface RememberedCertificates {
  /** Its id, if this session was given it a moment ago and nothing was withdrawn since. */
  find(sessionHash: Buffer, courseId: string): string | undefined
  remember(
    of: { sessionHash: Buffer; learnerId: string; courseId: string },
    certificateId: string,
  ): void
}

const keptForInMs = 60_000
const keptAtMost = 2_000
/** An answer that was read before a withdrawal is remembered no later than this after it. */
const readingAtMostInMs = 10_000

/** A learner views, downloads and shows a certificate: only the first of these asks the database. */
export function rememberCertificates(
  revocations: Pick<Revocations, 'on' | 'areHeard'>,
  now: () => number = Date.now,
): RememberedCertificates {
  const remembered = new Map<string, Remembered>()
  const withdrawnAt = new Map<string, number>()
  let anybodysAt = -Infinity

  revocations.on((learnerId) => {
    if (learnerId === null) {
      remembered.clear()
      anybodysAt = now()
      return
    }
    for (const [key, { learnerId: whose }] of remembered) {
      if (whose === learnerId) remembered.delete(key)
    }
    withdrawnAt.delete(learnerId) // put back as the newest
    withdrawnAt.set(learnerId, now())
    for (const [id, at] of withdrawnAt) {
      if (at > now() - readingAtMostInMs) break
      withdrawnAt.delete(id)
    }
  })

  return {
    find: (sessionHash, courseId) => {
      if (!revocations.areHeard()) return undefined
      const found = remembered.get(keyOf(sessionHash, courseId))
      return found && found.until > now() ? found.certificateId : undefined
    },
    remember: ({ sessionHash, learnerId, courseId }, certificateId) => {
      const lastWithdrawal = Math.max(anybodysAt, withdrawnAt.get(learnerId) ?? -Infinity)
      if (!revocations.areHeard() || lastWithdrawal > now() - readingAtMostInMs) return
      const key = keyOf(sessionHash, courseId)
      remembered.delete(key) // put back as the newest
      remembered.set(key, { learnerId, certificateId, until: now() + keptForInMs })
      const [oldest] = remembered.keys()
      if (remembered.size > keptAtMost && oldest !== undefined) remembered.delete(oldest)
    },
  }
}

function keyOf(sessionHash: Buffer, courseId: string): string {
  return sessionHash.toString('latin1') + courseId
}

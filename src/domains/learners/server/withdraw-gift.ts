import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { revokeAccess } from '../../access/server/change-access.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { isStaffGift, listOpenGifts } from '../../access/server/list-open-causes.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { accessLedger } from '../../access/server/tables.ts'
import { revokeCertificate } from '../../certificates/server/revoke-certificate.ts'

interface Withdrawal {
  learnerId: string
  courseId: string
  reason: string
}

/**
 * Takes back every gift of a course by staff; what was paid for stays, also by a parent who shares it, and
 * with it the certificate. Inside a transaction. Resolves to how many gifts there were and whether
 * something else still opens the course. Refused with `gift_not_found` if there never was one.
 */
export async function withdrawGift(
  db: Database,
  { learnerId, courseId, reason }: Withdrawal,
): Promise<{ withdrawn: number; isOwned: boolean }> {
  await lockAccess(db, { learnerId, courseId })
  const gifts = await listOpenGifts(db, { learnerId, courseId })
  if (gifts.length === 0) await requireFormerGift(db, learnerId, courseId)
  for (const id of gifts) {
    const cause = { kind: 'gift' as const, id }
    await revokeAccess(db, {
      learnerId,
      courseId,
      cause,
      reason: `The gift was withdrawn: ${reason}`,
    })
  }
  if (gifts.length > 0) await revokeCertificate(db, learnerId, courseId)
  return { withdrawn: gifts.length, isOwned: await isOwned(db, learnerId, courseId) }
}

async function requireFormerGift(db: Database, learnerId: string, courseId: string): Promise<void> {
  const former = await db
    .select({ id: accessLedger.id })
    .from(accessLedger)
    .where(
      and(
        eq(accessLedger.learnerId, learnerId),
        eq(accessLedger.courseId, courseId),
        isStaffGift(),
      ),
    )
    .limit(1)
  if (former.length === 0) throw new ProblemError('gift_not_found')
}

import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import { problems } from '../../../../http/problems.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { type Bucket, consumeAttempt, type Limits, refundAttempt } from '../limits.ts'
import { authenticatorApps, knownDevices, users } from '../tables.ts'
import { findStep } from './app-codes.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { type SealingPlace, unsealSecret } from './sealing.ts'

export interface CodeDependencies {
  db: Database
  limits: Pick<Limits, 'appCodeByDevice' | 'appCodeByAccount'>
  followed: SealingPlace
}

interface TypedCode {
  userId: string
  code: string
  /** Null: a caller without cookies. */
  deviceHash: Buffer | null
}

/**
 * Uses up a code of the person's app, or a recovery code, and does `work` in the same transaction. Each
 * counts once, whoever else sends it at the same time. Wrong codes of an app are counted before they are
 * looked at, those from a known device apart: strangers cannot use up its tries. Recovery codes are too
 * long to be guessed, so they always pass. Refused with `second_code_wrong`.
 */
export async function withCode<Result>(
  { db: outer, limits, followed }: CodeDependencies,
  { userId, code, deviceHash }: TypedCode,
  work: (db: Database, isRecovery: boolean) => Promise<Result>,
): Promise<Result> {
  const digits = code.replaceAll(/\s/g, '')
  const isRecovery = !/^\d{6}$/.test(digits)
  if (isRecovery) {
    return outer.transaction(async (db) => {
      await holdAccount(db, userId)
      if (!(await useRecoveryCode(db, userId, code))) throw wrongCode()
      return work(db, true)
    })
  }
  const buckets = await chooseBuckets(outer, limits, { userId, deviceHash })
  await consumeAttempt(buckets)
  const result = await outer.transaction(async (db) => {
    await holdAccount(db, userId)
    if (!(await useAppCode(db, followed, { userId, digits }))) throw wrongCode()
    return work(db, false)
  })
  await refundAttempt(buckets)
  return result
}

/**
 * The account first and what hangs on it then, as whoever changes it: they would wait for each other. So
 * would two logins that share it, as each may write the language down.
 */
async function holdAccount(db: Database, userId: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** A code counts once: the thirty seconds that it belongs to must come after those of the last one. */
async function useAppCode(
  db: Database,
  followed: SealingPlace,
  { userId, digits }: { userId: string; digits: string },
): Promise<boolean> {
  const { userId: user, sealedSecret, lastStep } = authenticatorApps
  const [app] = await db.select({ sealedSecret }).from(authenticatorApps).where(eq(user, userId))
  if (!app?.sealedSecret) return false
  const secret = await unsealSecret(followed, userId, app.sealedSecret)
  const step = secret === null ? null : findStep(secret, digits, Date.now())
  if (step === null) return false
  const used = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(
      and(
        eq(user, userId),
        eq(sealedSecret, app.sealedSecret),
        or(isNull(lastStep), lt(lastStep, step)),
      ),
    )
    .returning({ userId: user })
  return used.length > 0
}

async function chooseBuckets(
  db: Database,
  limits: CodeDependencies['limits'],
  { userId, deviceHash }: Omit<TypedCode, 'code'>,
): Promise<Bucket[]> {
  const known = deviceHash
    ? await db
        .select({ userId: knownDevices.userId })
        .from(knownDevices)
        .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
    : []
  return deviceHash && known.length > 0
    ? [limits.appCodeByDevice(userId, deviceHash.toString('base64'))]
    : [limits.appCodeByAccount(userId)]
}

/** Names the field, so that a form can say it there. */
export function wrongCode(): ProblemError {
  const [, message] = problems.second_code_wrong
  return new ProblemError('second_code_wrong', { errors: [{ path: 'code', message }] })
}

/** Whether a password alone lets the person in. */
export async function hasApp(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .select({ userId: authenticatorApps.userId })
    .from(authenticatorApps)
    .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.sealedSecret)))
  return found.length > 0
}

import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'
import { readingLanguage } from '../../../shared/i18n/language.ts'
import {
  type Bucket,
  consumeAttempt,
  consumeAttemptIfLeft,
  type Limits,
  refundAttempt,
} from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { recordMailConsents } from './mail-consents.ts'
import { lockSignUps, mailBuckets } from './sign-up.ts'
import { hashCode } from './sign-up-codes.ts'
import { signUpAttempts, users } from './tables.ts'

interface VerifyDependencies {
  db: Database
  codeKey: RotatingKey
  limits: Limits
}

interface VerifyInput {
  email: string
  code: string
  /** Null: a caller without cookies. Then the code alone decides which sign-up is meant. */
  deviceHash: Buffer | null
  network: string
}

type Attempt = { id: string; codeHash: Buffer | null; tries: number }

const isOpen = gt(signUpAttempts.expiresAt, sql`now()`)

/** For one code, in the browser that asked for it; as many anywhere else. */
const triesPerCode = 5

/**
 * Turns the sign-up that a code was mailed for into an account, with its own name and password. A
 * browser's cookie opens only what that browser asked for. Each try is counted before the code is
 * compared, so that parallel guesses cannot get past the limit. Refused as wrong, another's, expired,
 * spent or used.
 */
export function verifySignUp(
  deps: VerifyDependencies,
  input: VerifyInput,
): Promise<typeof users.$inferSelect> {
  const { deviceHash } = input
  return deviceHash ? verifyOwn(deps, { ...input, deviceHash }) : verifyByCodeAlone(deps, input)
}

async function verifyOwn(
  deps: VerifyDependencies,
  input: VerifyInput & { deviceHash: Buffer },
): Promise<typeof users.$inferSelect> {
  const buckets = tryBuckets(deps.limits, input)
  const own = await countOwnTry(deps.db, input)
  if (own) {
    await consumeAttempt(buckets)
    if (isCodeOf(deps, input, own)) return openAccount(deps, input, own, 1)
  }
  // The sign-ups of others only make the answer clearer: however many they are, they stop nobody.
  const others = await countTryElsewhere(deps.db, input)
  if (others.length > 0 && (await consumeAttemptIfLeft(buckets, others.length))) {
    const isAnothers = others.some((attempt) => isCodeOf(deps, input, attempt))
    if (isAnothers) throw new ProblemError('code_of_another_sign_up')
  }
  throw await explainWrongCode(deps.db, input, own)
}

async function verifyByCodeAlone(
  deps: VerifyDependencies,
  input: VerifyInput,
): Promise<typeof users.$inferSelect> {
  const attempts = await countTryElsewhere(deps.db, input)
  if (attempts.length > 0) await consumeAttempt(tryBuckets(deps.limits, input), attempts.length)
  const match = attempts.find((attempt) => isCodeOf(deps, input, attempt))
  if (match) return openAccount(deps, input, match, attempts.length)
  throw await explainWrongCode(deps.db, input, attempts[0])
}

/** A try costs as much as it looks at, so that many sign-ups of one address are no easier to guess. */
function tryBuckets(limits: Limits, { email, network }: VerifyInput): Bucket[] {
  return [limits.wrongCodeByEmailAndNetwork(email, network), limits.wrongCodeByEmail(email)]
}

function isCodeOf(
  { codeKey }: VerifyDependencies,
  { email, code }: VerifyInput,
  attempt: Attempt,
): boolean {
  return (
    attempt.codeHash !== null &&
    isSignedBy(codeKey, attempt.codeHash, (key) => hashCode(key, email, code))
  )
}

async function countOwnTry(
  db: Database,
  { email, deviceHash }: VerifyInput & { deviceHash: Buffer },
): Promise<Attempt | undefined> {
  const { id, codeHash, tries } = signUpAttempts
  const [attempt] = await db
    .update(signUpAttempts)
    .set({ tries: sql`${tries} + 1` })
    .where(
      and(
        eq(signUpAttempts.email, email),
        eq(signUpAttempts.deviceHash, deviceHash),
        lt(tries, triesPerCode),
        isOpen,
      ),
    )
    .returning({ id, codeHash, tries })
  return attempt
}

/** Those with the most tries left first. Locked in one order, as opening an account does. */
async function countTryElsewhere(
  db: Database,
  { email, deviceHash }: VerifyInput,
): Promise<Attempt[]> {
  const { id, codeHash, triesElsewhere } = signUpAttempts
  const locked = db
    .select({ id })
    .from(signUpAttempts)
    .where(
      and(
        eq(signUpAttempts.email, email),
        sql`${signUpAttempts.deviceHash} is distinct from ${deviceHash}`,
        lt(triesElsewhere, triesPerCode),
        isOpen,
      ),
    )
    .orderBy(asc(id))
    .for('update')
  const attempts = await db
    .update(signUpAttempts)
    .set({ triesElsewhere: sql`${triesElsewhere} + 1` })
    .where(inArray(id, locked))
    .returning({ id, codeHash, tries: triesElsewhere })
  return attempts.sort((a, b) => a.tries - b.tries)
}

async function openAccount(
  { db, limits }: VerifyDependencies,
  input: VerifyInput,
  attempt: Attempt,
  compared: number,
): Promise<typeof users.$inferSelect> {
  const user = await createUser(db, input.email, attempt)
  await refundAttempt(tryBuckets(limits, input), compared)
  // The limits are for who makes the academy write to others: this inbox has answered.
  await refundAttempt([limits.signUpByNetwork(input.network), ...mailBuckets(limits, input)])
  return user
}

async function createUser(
  outer: Database,
  email: string,
  { id, codeHash }: Attempt,
): Promise<typeof users.$inferSelect> {
  if (codeHash === null) throw new ProblemError('code_expired')
  return outer.transaction(async (db) => {
    await lockAddress(db, email)
    await lockSignUps(db, email)
    const [attempt] = await db
      .select()
      .from(signUpAttempts)
      .where(and(eq(signUpAttempts.id, id), eq(signUpAttempts.codeHash, codeHash)))
    if (!attempt) throw new ProblemError('code_expired') // replaced
    const { name, passwordHash, wantsNews } = attempt
    const [user] = await db
      .insert(users)
      .values({ id: newId(), email, name, passwordHash, language: readingLanguage()?.code ?? null })
      .onConflictDoNothing({ target: users.email })
      .returning()
    // Opened before, by an answer that was lost, or another way. Told only to who has the right code.
    if (!user) throw new ProblemError('code_used')
    if (wantsNews) {
      await recordMailConsents(db, { learnerId: user.id, said: { news: true }, source: 'sign_up' })
    }
    // The other sign-ups stay as those of an address that has an account: nobody hears of it.
    await db
      .update(signUpAttempts)
      .set({ codeHash: null })
      .where(and(eq(signUpAttempts.email, email), ne(signUpAttempts.id, id)))
    return user
  })
}

/** Why a code opened nothing: by the try that was counted, or by why none was. */
async function explainWrongCode(
  db: Database,
  { email, deviceHash }: VerifyInput,
  counted: Attempt | undefined,
): Promise<ProblemError> {
  if (counted) return new ProblemError(counted.tries < triesPerCode ? 'code_wrong' : 'code_spent')
  const [newest] = await db
    .select({ isOpen: sql<boolean>`${isOpen}` })
    .from(signUpAttempts)
    .where(
      and(
        eq(signUpAttempts.email, email),
        deviceHash ? eq(signUpAttempts.deviceHash, deviceHash) : undefined,
      ),
    )
    .orderBy(desc(signUpAttempts.expiresAt))
    .limit(1)
  if (!newest) return new ProblemError('code_wrong')
  return new ProblemError(newest.isOpen ? 'code_spent' : 'code_expired')
}

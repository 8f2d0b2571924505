import { timingSafeEqual } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import { type Bucket, giveBackTry, type Limits, takeTry, takeTryIfLeft } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { hashCode } from './sign-up-codes.ts'
import { signUpAttempts, users } from './tables.ts'

interface VerifyDependencies {
  db: Database
  codeKey: string
  limits: Limits
}

interface VerifyInput {
  email: string
  code: string
  /** Null: a caller without cookies. Then the code alone decides which sign-up is meant. */
  deviceHash: Buffer | null
  network: string
}

type Attempt = { id: string; code_hash: Buffer | null; tries: number }

/** For one code, in the browser that asked for it; as many anywhere else. */
const triesPerCode = 5

/**
 * Turns the sign-up that a code was mailed for into an account, with its own name and password. A
 * browser's cookie opens only what that browser asked for. Each try is counted before the code is
 * compared, so that parallel guesses cannot get past the limit. Refused as wrong, another's, expired
 * or spent.
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
    await takeTry(buckets)
    if (isCodeOf(deps, input, own)) return openAccount(deps, input, own, 1)
  }
  // The sign-ups of others only make the answer clearer: however many they are, they stop nobody.
  const others = await countTryElsewhere(deps.db, input)
  if (others.length > 0 && (await takeTryIfLeft(buckets, others.length))) {
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
  if (attempts.length > 0) await takeTry(tryBuckets(deps.limits, input), attempts.length)
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
    attempt.code_hash !== null && timingSafeEqual(attempt.code_hash, hashCode(codeKey, email, code))
  )
}

async function countOwnTry(
  db: Database,
  { email, deviceHash }: VerifyInput,
): Promise<Attempt | undefined> {
  const { rows } = await db.execute<Attempt>(sql`
    update sign_up_attempts set tries = tries + 1
     where email = ${email} and device_hash = ${deviceHash}
       and tries < ${triesPerCode} and expires_at > now()
    returning id, code_hash, tries`)
  return rows[0]
}

/** Those with the most tries left first. Locked in one order, as opening an account does. */
async function countTryElsewhere(
  db: Database,
  { email, deviceHash }: VerifyInput,
): Promise<Attempt[]> {
  const { rows } = await db.execute<Attempt>(sql`
    update sign_up_attempts set tries_elsewhere = tries_elsewhere + 1
     where id in (select id from sign_up_attempts
                   where email = ${email} and device_hash is distinct from ${deviceHash}
                     and tries_elsewhere < ${triesPerCode} and expires_at > now()
                   order by id for update)
    returning id, code_hash, tries_elsewhere as tries`)
  return rows.sort((a, b) => a.tries - b.tries)
}

async function openAccount(
  { db, limits }: VerifyDependencies,
  input: VerifyInput,
  attempt: Attempt,
  compared: number,
): Promise<typeof users.$inferSelect> {
  const user = await createUser(db, input.email, attempt)
  await giveBackTry(tryBuckets(limits, input), compared)
  await giveBackTry([limits.signUpByNetwork(input.network)])
  return user
}

async function createUser(
  outer: Database,
  email: string,
  { id, code_hash: codeHash }: Attempt,
): Promise<typeof users.$inferSelect> {
  if (codeHash === null) throw new ProblemError('code_expired')
  return outer.transaction(async (db) => {
    await lockAddress(db, email)
    await db.execute(sql`
      select id from sign_up_attempts where email = ${email} order by id for update`)
    const [attempt] = await db
      .delete(signUpAttempts)
      .where(and(eq(signUpAttempts.id, id), eq(signUpAttempts.codeHash, codeHash)))
      .returning()
    if (!attempt) throw new ProblemError('code_expired') // used by a parallel request, or replaced
    const { name, passwordHash } = attempt
    const [user] = await db
      .insert(users)
      .values({ id: newId(), email, name, passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!user) throw new ProblemError('code_expired') // the address got an account by another way
    // The other sign-ups stay as those of an address that has an account: nobody hears of it.
    await db.update(signUpAttempts).set({ codeHash: null }).where(eq(signUpAttempts.email, email))
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
  const { rows } = await db.execute<{ is_expired: boolean }>(sql`
    select expires_at <= now() as is_expired from sign_up_attempts
     where email = ${email}
       and (device_hash = ${deviceHash} or ${deviceHash}::bytea is null)
     order by expires_at desc limit 1`)
  const newest = rows[0]
  if (!newest) return new ProblemError('code_wrong')
  return new ProblemError(newest.is_expired ? 'code_expired' : 'code_spent')
}

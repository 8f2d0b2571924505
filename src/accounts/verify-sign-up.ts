import { timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { Refusal } from '../http/problem.ts'
import type { Database } from '../platform/database.ts'
import { newId } from '../platform/new-id.ts'
import { hashCode } from './sign-up.ts'
import { pendingSignUps, users } from './tables.ts'

type Try = { code_hash: Buffer | null; attempts: number }

const triesPerCode = 5

/**
 * Turns a pending sign-up into an account. Each try is counted before the code is compared, so that
 * parallel guesses cannot get past the limit. Refused as wrong, expired or spent.
 */
export async function verifySignUp(
  db: Database,
  codeKey: string,
  input: { email: string; code: string },
): Promise<typeof users.$inferSelect> {
  const counted = await db.execute<Try>(sql`
    update pending_sign_ups set attempts = attempts + 1
     where email = ${input.email} and attempts < ${triesPerCode} and expires_at > now()
    returning code_hash, attempts`)
  const counting = counted.rows[0]
  if (!counting) throw await whyNotCounted(db, input.email)

  const codeHash = counting.code_hash
  const given = hashCode(codeKey, input.email, input.code)
  if (codeHash === null || !timingSafeEqual(codeHash, given)) {
    throw new Refusal(counting.attempts < triesPerCode ? 'code_wrong' : 'code_spent')
  }
  return createUser(db, input.email, codeHash)
}

async function createUser(
  outer: Database,
  email: string,
  codeHash: Buffer,
): Promise<typeof users.$inferSelect> {
  return outer.transaction(async (db) => {
    const [pending] = await db
      .delete(pendingSignUps)
      .where(sql`${pendingSignUps.email} = ${email} and ${pendingSignUps.codeHash} = ${codeHash}`)
      .returning()
    if (!pending) throw new Refusal('code_expired') // used by a parallel request, or replaced
    const [user] = await db
      .insert(users)
      .values({ id: newId(), email, name: pending.name, passwordHash: pending.passwordHash })
      .onConflictDoNothing({ target: users.email })
      .returning()
    if (!user) throw new Refusal('code_expired') // the address got an account by another way
    return user
  })
}

async function whyNotCounted(db: Database, email: string): Promise<Refusal> {
  const [pending] = await db
    .select({ attempts: pendingSignUps.attempts, isExpired: sql<boolean>`expires_at <= now()` })
    .from(pendingSignUps)
    .where(eq(pendingSignUps.email, email))
  if (!pending) return new Refusal('code_wrong')
  return new Refusal(pending.isExpired ? 'code_expired' : 'code_spent')
}

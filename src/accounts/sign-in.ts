import { eq } from 'drizzle-orm'
import { Refusal } from '../http/problem.ts'
import type { Database } from '../platform/database.ts'
import type { Limit } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { users } from './tables.ts'

interface SignInLimits {
  byEmail: Limit
  byIp: Limit
}

interface SignInInput {
  email: string
  password: string
  ip: string
  /** True for the administrators' login: everybody else's pair counts as wrong. */
  adminOnly: boolean
}

/**
 * Finds the person of an e-mail and password. Wrong pairs take the same time and get the same words
 * whether or not the address exists. Tries are counted before the password is looked at.
 */
export async function signIn(
  db: Database,
  limits: SignInLimits,
  input: SignInInput,
): Promise<typeof users.$inferSelect> {
  await limits.byIp.take(input.ip)
  await limits.byEmail.take(input.email)
  const [user] = await db.select().from(users).where(eq(users.email, input.email))
  const isRight = await isPasswordRight(user?.passwordHash ?? null, input.password)
  if (!user || !isRight || (input.adminOnly && !user.isAdmin)) {
    throw new Refusal('credentials_wrong')
  }
  await Promise.all([limits.byIp.giveBack(input.ip), limits.byEmail.giveBack(input.email)])
  return user
}

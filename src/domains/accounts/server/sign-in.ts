import { and, eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Bucket, consumeAttempt, type Limits, refundAttempt } from './limits.ts'
import { isPasswordRight } from './passwords.ts'
import { knownDevices, users } from './tables.ts'

interface SignInInput {
  email: string
  password: string
  /** Null: a caller without cookies. */
  deviceHash: Buffer | null
  network: string
  /** True for the administrators' login: everybody else's pair counts as wrong. */
  adminOnly: boolean
}

/**
 * Finds the person of an e-mail and password. Wrong pairs take the same time and get the same words
 * whether or not the address exists. Tries are counted before the password is looked at, and given
 * back when it is right.
 */
export async function signIn(
  { db, limits }: { db: Database; limits: Limits },
  input: SignInInput,
): Promise<typeof users.$inferSelect> {
  const found = await findUser(db, input)
  const buckets = chooseBuckets(limits, input, found)
  await consumeAttempt(buckets)
  const isRight = await isPasswordRight(found?.user.passwordHash ?? null, input.password)
  if (!found || !isRight || (input.adminOnly && found.user.role === null)) {
    throw new ProblemError('credentials_wrong')
  }
  await refundAttempt(buckets)
  return found.user
}

interface Found {
  user: typeof users.$inferSelect
  /** True if the person signed in with this device before, or chose the password there. */
  isDeviceKnown: boolean
}

async function findUser(
  db: Database,
  { email, deviceHash }: SignInInput,
): Promise<Found | undefined> {
  const device = and(
    eq(knownDevices.userId, users.id),
    sql`${knownDevices.deviceHash} = ${deviceHash}`, // nothing equals null
  )
  const [row] = await db
    .select({ user: users, isDeviceKnown: sql<boolean>`${knownDevices.userId} is not null` })
    .from(users)
    .leftJoin(knownDevices, device)
    .where(eq(users.email, email))
  return row
}

/**
 * A device that is known has a bucket of its own, which strangers cannot use up. Buckets go by the
 * password as well as the address, so that a reset begins with empty ones.
 */
function chooseBuckets(
  limits: Limits,
  { email, deviceHash, network, adminOnly }: SignInInput,
  found: Found | undefined,
): Bucket[] {
  const isAdmin = found !== undefined && found.user.role !== null
  const isStrict = adminOnly || isAdmin
  // Administrators have one count for both doors. Anybody else gets in by the usual one only: wrong
  // tries at the other are counted there.
  const door = adminOnly && !isAdmin ? 'admin' : ''
  const account = [email, found?.user.passwordHash ?? '', door].join('\n')
  if (deviceHash && found?.isDeviceKnown) {
    const byDevice = isStrict ? limits.adminLoginByDevice : limits.loginByDevice
    return [byDevice(account, deviceHash.toString('base64'))]
  }
  const byAccountAndNetwork = isStrict
    ? limits.adminLoginByAccountAndNetwork
    : limits.loginByAccountAndNetwork
  // The tightest first: what it refuses is not held against everybody else in the network.
  return [
    byAccountAndNetwork(account, network),
    limits.loginByAccount(account),
    limits.loginByNetwork(network),
  ]
}

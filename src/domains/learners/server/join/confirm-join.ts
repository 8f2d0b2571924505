import { setTimeout } from 'node:timers/promises'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import { problems } from '../../../../http/problems.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { isLockConflict } from '../../../../platform/database/is-lock-conflict.ts'
import { isSignedBy } from '../../../../platform/secrets.ts'
import { recountProgress } from '../../../learning/server/recount-progress.ts'
import { joinedAccounts, joinRequests } from '../tables.ts'
import { type JoinDependencies, joinAccounts, StillBuying } from './join-accounts.ts'
import { hashJoinCode } from './join-codes.ts'

interface Confirmation {
  caller: CurrentUser
  /** Of the account that is to go. */
  email: string
  /** Mailed to the caller's own address. */
  code: string
  /** Mailed to the other one. */
  otherCode: string
  ip: string
}

/** With 40 bits a code, none is guessed. */
const triesPerRequest = 10
const triesAtJoining = 10
const pauseInMs = 50
const recountAtMostMs = 3_000

/**
 * Joins the account of another address to the caller's, by the codes that both addresses were mailed;
 * asked again, it is done already. Each try is counted before the codes are compared. Refused with
 * `code_wrong`, naming the field, `code_expired`, `code_spent`, `join_of_staff`, `join_of_blocked` and `too_busy`.
 */
export async function confirmJoin(
  deps: JoinDependencies,
  confirmation: Confirmation,
): Promise<void> {
  const { caller, email } = confirmation
  const { learnerId } = caller
  const request = await countTry(deps.db, confirmation)
  if (request === null) {
    if (await isJoined(deps.db, confirmation)) return
    throw await explainNoRequest(deps.db, confirmation)
  }
  const isRight = (hash: Buffer, code: string) =>
    isSignedBy(deps.codeKey, hash, (key) => hashJoinCode(key, { learnerId, email, code }))
  const wrong = [
    ...(isRight(request.codeHash, confirmation.code) ? [] : ['code']),
    ...(isRight(request.otherCodeHash, confirmation.otherCode) ? [] : ['other_code']),
  ]
  if (wrong.length > 0) throw wrongCode(wrong)
  const behind = await joinPatiently(deps, { caller, request, ip: confirmation.ip })
  for (const courseId of behind) {
    await recountProgress(deps, { courseId, atMostMs: recountAtMostMs })
  }
}

type JoinRequest = typeof joinRequests.$inferSelect

/** Who buys or plays at this very moment goes first: nobody else's call fails because of a join. */
async function joinPatiently(
  deps: JoinDependencies,
  join: { caller: CurrentUser; request: JoinRequest; ip: string },
): Promise<string[]> {
  for (let tries = 1; tries <= triesAtJoining; tries += 1) {
    try {
      return await joinAccounts(deps, join)
    } catch (error) {
      if (!(error instanceof StillBuying) && !isLockConflict(error)) throw error
      await setTimeout(tries * pauseInMs)
    }
  }
  throw new ProblemError('too_busy', { retryAfterInSeconds: 2 })
}

async function countTry(
  db: Database,
  { caller, email }: Confirmation,
): Promise<JoinRequest | null> {
  const [request] = await db
    .update(joinRequests)
    .set({ tries: sql`${joinRequests.tries} + 1` })
    .where(
      and(
        eq(joinRequests.learnerId, caller.learnerId),
        eq(joinRequests.email, email),
        lt(joinRequests.tries, triesPerRequest),
        gt(joinRequests.expiresAt, sql`now()`),
      ),
    )
    .returning()
  return request ?? null
}

async function isJoined(db: Database, { caller, email }: Confirmation): Promise<boolean> {
  const { id, learnerId } = joinedAccounts
  const [joined] = await db
    .select({ id })
    .from(joinedAccounts)
    .where(and(eq(learnerId, caller.learnerId), eq(joinedAccounts.email, email)))
  return joined !== undefined
}

async function explainNoRequest(
  db: Database,
  { caller, email }: Confirmation,
): Promise<ProblemError> {
  const [open] = await db
    .select({ tries: joinRequests.tries })
    .from(joinRequests)
    .where(and(eq(joinRequests.learnerId, caller.learnerId), eq(joinRequests.email, email)))
  const isSpent = open !== undefined && open.tries >= triesPerRequest
  return new ProblemError(isSpent ? 'code_spent' : 'code_expired')
}

/** Names the fields, so that the form can say it there. */
function wrongCode(paths: string[]): ProblemError {
  const [, message] = problems.code_wrong
  return new ProblemError('code_wrong', { errors: paths.map((path) => ({ path, message })) })
}

import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { hasRight, type Role, roles } from '../../../http/rights.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Identify } from '../../../http/server/serve.ts'
import type { SessionQuery } from '../../../http/server/session-query.ts'
import { batchingLoader } from '../../../platform/database/batching-loader.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sessions } from './tables.ts'

/**
 * So long a session is good when nobody uses it, and at most, for learners and for staff
 * (docs/decisions/0114).
 */
const daysUnused = { learner: 30, staff: 14 }
const daysAtMost = { learner: 365, staff: 90 }

interface SessionFacts {
  /** What the browser calls itself. */
  device?: string | null
  /** A passkey, or a code beside the password. */
  isSecondStepShown?: boolean
}

/** Opens a session and resolves to its token: 256 random bits, of which only the hash is kept. */
export async function openSession(
  db: Database,
  userId: string,
  { device = null, isSecondStepShown = false }: SessionFacts = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    expiresAt: sql`now() + make_interval(days => case when exists (select from users
      where id = ${userId} and role is not null) then ${daysUnused.staff}::int else ${daysUnused.learner}::int end)`,
    device: device?.slice(0, 300) ?? null,
    ...(isSecondStepShown && { secondStepAt: sql`now()` }),
  })
  return token
}

/** Ends one session. */
export async function closeSession(db: Database, sessionHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionHash))
}

/** Ends every session of a person, and those by which they look at others, e.g. after a new password. */
export async function closeAllSessions(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(or(eq(sessions.userId, userId), eq(sessions.viewerId, userId)))
}

/** Ends every session by which somebody looks at the accounts of others. */
export async function endImpersonationsBy(db: Database, viewerId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.viewerId, viewerId))
}

/** True while this session of this person holds. */
export async function isSessionOpen(
  db: Database,
  { sessionHash, userId }: { sessionHash: Buffer; userId: string },
): Promise<boolean> {
  const { tokenHash, userId: user, expiresAt } = sessions
  const found = await db
    .select({ userId: user })
    .from(sessions)
    .where(and(eq(tokenHash, sessionHash), eq(user, userId), gt(expiresAt, sql`now()`)))
  return found.length > 0
}

type SessionRow = {
  id: string
  email: string
  name: string
  role: Role | null
  is_view: boolean
  is_office_closed: boolean
  has_second_step: boolean
  is_stepped_up: boolean
  is_ageing: boolean
}

/** Of constants of the code, so they need no escaping. */
const rolesThatLook = roles.filter((role) => hasRight(role, 'people')).map((role) => `'${role}'`)

/** How long staff may go without a second step, and how long a step-up is good for. */
export const graceInHours = 24
export const stepUpLifetimeInMinutes = 10

/** Who has a second step must have shown it in this very session; who has none has a day to set one up. */
const isOfficeClosed = `
  case when users.role is null or sessions.viewer_id is not null then false
       when users.has_second_step then sessions.second_step_at is null
       else users.staff_since > now() - interval '${graceInHours} hours' is not true end`

/**
 * The person of a session that holds, for an SQL expression of the token's hash. Whoever looks at an
 * account as support has no role in it, and only as long as they may look after people; nor has who
 * lacks the second step.
 */
function selectCaller(tokenHash: string): string {
  return `
    select users.id, users.email, users.name,
           case when sessions.viewer_id is null and not (${isOfficeClosed}) then users.role end as role,
           sessions.viewer_id is not null as is_view,
           ${isOfficeClosed} as is_office_closed,
           users.has_second_step,
           sessions.stepped_up_at > now() - interval '${stepUpLifetimeInMinutes} minutes' is true
             as is_stepped_up,
           sessions.viewer_id is null
             and sessions.last_used_at < now() - interval '1 hour' as is_ageing
      from sessions join users on users.id = sessions.user_id
     where sessions.token_hash = ${tokenHash} and sessions.expires_at > now()
       and users.blocked_at is null
       and (sessions.viewer_id is null
            or exists (select from users viewer
                        where viewer.id = sessions.viewer_id
                          and viewer.role in (${rolesThatLook.join(', ')})
                          and viewer.blocked_at is null))`
}

/**
 * The statement for many callers at once: `$1` has the hashes of their tokens, and each further
 * parameter an array of one of the query's `params`, in the same order. Sessions that do not hold
 * have no row. The arrays are wrapped in selects so that the planner cannot see how long they are:
 * it then keeps one plan instead of making one for every length.
 */
export function currentUserStatement({ select, params }: SessionQuery<unknown>): string {
  const arrays = ['bytea', ...params.map(() => 'text')]
  return `
    select asked.place::int, caller.*, (${select}) as found
      from unnest(${arrays.map((type, at) => `(select $${at + 1}::${type}[])`).join(', ')})
             with ordinality as asked (${['token_hash', ...params, 'place'].join(', ')})
      join lateral (${selectCaller('asked.token_hash')}) as caller on true`
}

interface Key {
  sessionHash: Buffer
  /** Of the query's `params`, in their order. */
  values: string[]
}

type CurrentUserRow = SessionRow & { place: number; found: unknown }
type Load = (key: Key) => Promise<CurrentUserRow | null>

/**
 * Finds the person behind a request's bearer token; null without a token or with one that does not
 * hold. Asks the database for every request, and for those that come at the same time at once.
 * A session that is used is good for as long again; when it was used is kept to the hour.
 */
export function createIdentify(pool: pg.Pool): Identify {
  const loaders = new Map<SessionQuery<unknown>, Load>()
  const loaderOf = (query: SessionQuery<unknown>): Load => {
    const loader = loaders.get(query) ?? createLoader(pool, query)
    loaders.set(query, loader)
    return loader
  }
  return async <Found>(request: FastifyRequest, query: SessionQuery<Found>) => {
    const sessionHash = readSessionHash(request)
    if (sessionHash === null) return null
    const params = request.params as Record<string, string> // parsed by the endpoint's schema
    const values = query.params.map((name) => params[name] ?? '')
    const row = await loaderOf(query)({ sessionHash, values })
    if (!row) return null
    const found = row.found as Found // by the query's own select
    return { caller: await toCurrentUser(pool, row, sessionHash), found }
  }
}

function createLoader(pool: pg.Pool, query: SessionQuery<unknown>): Load {
  const text = currentUserStatement(query)
  const loadBatch = async (keys: Key[]): Promise<(CurrentUserRow | null)[]> => {
    const { rows } = await pool.query<CurrentUserRow>({
      name: query.name,
      text,
      values: [
        keys.map(({ sessionHash }) => sessionHash),
        ...query.params.map((_, at) => keys.map(({ values }) => values[at])),
      ],
    })
    const found: (CurrentUserRow | null)[] = keys.map(() => null)
    for (const row of rows) found[row.place - 1] = row
    return found
  }
  return batchingLoader(loadBatch, {
    concurrency: 2,
    maxBatchSize: 100,
    timeoutInMs: 100,
    isFaultOfOneKey: (error) => error instanceof pg.DatabaseError,
  })
}

async function toCurrentUser(
  pool: pg.Pool,
  row: SessionRow,
  sessionHash: Buffer,
): Promise<CurrentUser> {
  if (row.is_ageing) await extendSession(pool, sessionHash)
  return {
    learnerId: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isView: row.is_view,
    isOfficeClosed: row.is_office_closed,
    hasSecondStep: row.has_second_step,
    isSteppedUp: row.is_stepped_up,
    sessionHash,
  }
}

async function extendSession(pool: pg.Pool, sessionHash: Buffer): Promise<void> {
  await pool.query(
    `update sessions set last_used_at = now(), expires_at = least(
         now() + make_interval(days => case when role is null
           then ${daysUnused.learner} else ${daysUnused.staff} end),
         sessions.created_at + make_interval(days => case when role is null
           then ${daysAtMost.learner} else ${daysAtMost.staff} end))
       from users
      where token_hash = $1 and users.id = user_id`,
    [sessionHash],
  )
}

/** Null without a token that could be one. */
function readSessionHash({ headers }: FastifyRequest): Buffer | null {
  const token = bearerToken(headers.authorization)
  return token === null ? null : hashToken(token)
}

export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]{43})$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** What is stored of a token: useless for signing in. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

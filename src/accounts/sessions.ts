import { hash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Caller } from '../http/caller.ts'
import type { Reading } from '../http/reading.ts'
import type { Identify } from '../http/serve.ts'
import type { Database } from '../platform/database.ts'
import { sessions } from './tables.ts'

const lifetimeInDays = 30

/** Opens a session and resolves to its token: 256 random bits, of which only the hash is kept. */
export async function openSession(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    expiresAt: sql`now() + make_interval(days => ${lifetimeInDays})`,
  })
  return token
}

/** Ends one session. */
export async function closeSession(db: Database, sessionHash: Buffer): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, sessionHash))
}

/** Ends every session of a person, e.g. after a password change. */
export async function closeAllSessions(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

type SessionRow = {
  id: string
  email: string
  name: string
  is_admin: boolean
  is_ageing: boolean
}

/** `$1` is the hash of the token. */
export const sessionQuery = `
  select users.id, users.email, users.name, users.is_admin,
         sessions.expires_at < now() + interval '${lifetimeInDays - 1} days' as is_ageing
    from sessions join users on users.id = sessions.user_id
   where sessions.token_hash = $1 and sessions.expires_at > now()`

/**
 * Finds the person behind a request's bearer token; null without a token or with one that does not
 * hold. Asks the database every time, by statements that it has planned before.
 * A session used after its first day is good for another thirty.
 */
export function createIdentify(pool: pg.Pool): Identify {
  return {
    readSessionHash,
    findCaller: async (request) => {
      const sessionHash = readSessionHash(request)
      if (sessionHash === null) return null
      const { rows } = await pool.query<SessionRow>({
        name: 'find_caller',
        text: sessionQuery,
        values: [sessionHash],
      })
      return rows[0] ? toCaller(pool, rows[0], sessionHash) : null
    },
    findCallerAnd: async <Found>(request: FastifyRequest, reading: Reading<Found>) => {
      const sessionHash = readSessionHash(request)
      if (sessionHash === null) return null
      const params = request.params as Record<string, string> // parsed by the endpoint's schema
      const { rows } = await pool.query<SessionRow & { found: Found }>({
        name: reading.name,
        text: `with caller as (${sessionQuery}) select *, (${reading.select}) as found from caller`,
        values: [sessionHash, ...reading.params.map((name) => params[name])],
      })
      const row = rows[0]
      return row ? { caller: await toCaller(pool, row, sessionHash), found: row.found } : null
    },
  }
}

async function toCaller(pool: pg.Pool, row: SessionRow, sessionHash: Buffer): Promise<Caller> {
  if (row.is_ageing) await extendSession(pool, sessionHash)
  return {
    learnerId: row.id,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin,
    sessionHash,
  }
}

async function extendSession(pool: pg.Pool, sessionHash: Buffer): Promise<void> {
  await pool.query(
    `update sessions set expires_at = now() + interval '${lifetimeInDays} days' where token_hash = $1`,
    [sessionHash],
  )
}

function readSessionHash(request: FastifyRequest): Buffer | null {
  const token = bearerToken(request.headers.authorization)
  return token === null ? null : hashToken(token)
}

function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer ([\w-]{43})$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** What is stored of a token: useless for signing in. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

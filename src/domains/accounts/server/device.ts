import { hash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import { knownDevices } from './tables.ts'

const cookieName = 'device'
/** As long as browsers keep a cookie. */
const lifetimeInSeconds = 400 * 24 * 60 * 60

/** The hash of this browser's device cookie; null from callers that keep no cookies. */
export function readDevice({ headers }: Pick<FastifyRequest, 'headers'>): Buffer | null {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(
    headers.cookie ?? '',
  )?.[1]
  return value === undefined ? null : hashDevice(value)
}

/**
 * The same, with a new cookie for a browser that had none: 256 random bits that scripts cannot read
 * and no page is asked for with. Only their hash is stored.
 */
export function ensureDevice(
  request: Pick<FastifyRequest, 'headers'>,
  reply: Pick<FastifyReply, 'header'>,
  { isSecure }: { isSecure: boolean },
): Buffer {
  const known = readDevice(request)
  if (known) return known
  const value = randomBytes(32).toString('base64url')
  const attributes = `Path=/api/auth; Max-Age=${lifetimeInSeconds}; HttpOnly; SameSite=Strict`
  reply.header('set-cookie', `${cookieName}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`)
  return hashDevice(value)
}

/** Notes that a person proved in this browser who they are. */
export async function rememberDevice(
  db: Database,
  userId: string,
  deviceHash: Buffer,
): Promise<void> {
  await db
    .insert(knownDevices)
    .values({ userId, deviceHash })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastUsedAt: sql`now()` },
    })
}

function hashDevice(value: string): Buffer {
  return hash('sha256', value, 'buffer')
}

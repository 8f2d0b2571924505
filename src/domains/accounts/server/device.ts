import { hash, randomBytes } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import { networkOf } from './network-of.ts'
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
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  reply: Pick<FastifyReply, 'header'>,
  { isSecure }: { isSecure: boolean },
): Device {
  const { ip, headers } = request
  const seenAs = hashDevice(`${networkOf(ip)}\n${headers['user-agent'] ?? ''}`)
  const known = readDevice(request)
  if (known) return { hash: known, seenAs }
  const value = randomBytes(32).toString('base64url')
  const attributes = `Path=/api/auth; Max-Age=${lifetimeInSeconds}; HttpOnly; SameSite=Strict`
  reply.header('set-cookie', `${cookieName}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`)
  return { hash: hashDevice(value), seenAs }
}

/** A browser, as it is known again. */
export interface Device {
  /** Of its cookie. */
  hash: Buffer
  /** Of its network and what it calls itself: one that lost its cookie is no new device. */
  seenAs: Buffer
}

/**
 * Notes that a person proved in this browser who they are. True: it is new, and they had others before.
 * Of the first one of an account there is nothing to tell.
 */
export async function rememberDevice(
  db: Database,
  userId: string,
  { hash: deviceHash, seenAs }: Device,
): Promise<boolean> {
  const isKnown = or(eq(knownDevices.deviceHash, deviceHash), eq(knownDevices.seenAs, seenAs))
  const known = await db
    .select({ isThisOne: sql<boolean>`${isKnown} is true` })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
  await db
    .insert(knownDevices)
    .values({ userId, deviceHash, seenAs })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { lastUsedAt: sql`now()`, seenAs },
    })
  return known.length > 0 && !known.some(({ isThisOne }) => isThisOne)
}

function hashDevice(value: string): Buffer {
  return hash('sha256', value, 'buffer')
}

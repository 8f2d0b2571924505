import { randomBytes, timingSafeEqual } from 'node:crypto'
import { gt, isNull, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ChangeNotices } from './database/change-notices.ts'
import type { Database } from './database/database.ts'
import type { Log } from './logging.ts'
import { acceptedSecrets, secrets } from './tables.ts'

/** A key that changes while the academy runs: whoever holds it holds this, which changes in place. */
export interface RotatingKey {
  /** Signs. */
  current: string
  /** By these, the current one first, what was signed is good. */
  accepted: readonly string[]
}

/** How long what was signed by a key is good at most; null: for ever. */
export const rotatingKeys = {
  /** Keys the hashes of mailed codes and the nonces of Google's sign-in. */
  codeKey: { hours: 25 },
  /** Signs links to the academy's own video files, and to captions and pictures beside them. */
  mediaKey: { hours: 25 },
  /** Signs when a learner opened their lessons. */
  openingKey: { hours: 40 * 24 + 1 },
  /** Signs the links by which a letter's reader unsubscribes, and by which complaints are answered. */
  unsubscribeKey: { hours: null },
} as const

export type RotatingKeyName = keyof typeof rotatingKeys

/** Random keys made once per academy and shared by all its processes through the database. */
export interface Secrets extends Record<RotatingKeyName, RotatingKey> {
  /** Tells its backups from those of others in the same store. */
  academyId: string
  sandboxKeyId: string
  sandboxKeySecret: string
  sandboxWebhookSecret: string
}

const names = Object.keys(rotatingKeys) as RotatingKeyName[]

/** Those that stay as they were made. */
const makeFixed = {
  academyId: () => randomBytes(4).toString('hex'),
  sandboxKeyId: () => `rzp_test_${randomBytes(7).toString('hex')}`,
  sandboxKeySecret: randomSecret,
  sandboxWebhookSecret: randomSecret,
}

/** Makes those that are missing. */
export async function readSecrets(db: Database): Promise<Secrets> {
  const rows = [
    ...Object.entries(makeFixed).map(([name, make]) => ({ name, value: make() })),
    ...names.map((name) => ({ name, value: randomSecret() })),
  ]
  await db.insert(secrets).values(rows).onConflictDoNothing()
  return readMadeSecrets(db)
}

async function readMadeSecrets(db: Database): Promise<Secrets> {
  // In one statement, so that a key that changes meanwhile is read before or after, and not in between.
  const { name, value, acceptedUntil } = acceptedSecrets
  const isAccepted = or(isNull(acceptedUntil), gt(acceptedUntil, sql`now()`))
  const all = await unionAll(
    db.select({ name: secrets.name, value: secrets.value, place: sql<number>`0` }).from(secrets),
    db.select({ name, value, place: sql<number>`1` }).from(acceptedSecrets).where(isAccepted),
  ).orderBy(sql`3`)
  const valuesOf = (name: string) => all.filter((row) => row.name === name).map((row) => row.value)
  const fixed = Object.keys(makeFixed).map((name) => [name, valuesOf(name)[0]])
  const keys = names.map((name): [string, RotatingKey] => {
    const accepted = valuesOf(name)
    return [name, { current: accepted[0] ?? '', accepted }]
  })
  // Each name of both has its value.
  return Object.fromEntries([...fixed, ...keys]) as Secrets
}

/** The secrets, which from now on change in place when they are rotated by any process. */
export async function followSecrets(
  db: Database,
  changes: Pick<ChangeNotices, 'on'>,
  log: Pick<Log, 'warn'>,
): Promise<Secrets> {
  const followed = await readSecrets(db)
  let last: Promise<unknown> = Promise.resolve()
  const apply = async (): Promise<void> => {
    const read = await readMadeSecrets(db)
    for (const name of names) Object.assign(followed[name], read[name])
  }
  changes.on((tag) => {
    if (tag !== null && !tag.startsWith('secret:')) return
    const applied = last.then(apply).catch((error: unknown) => {
      log.warn({ err: error }, 'secrets not read')
      throw error
    })
    last = applied.catch(() => undefined)
    return applied
  })
  return followed
}

/** Whether `given` is what one of the accepted keys makes by `sign`. */
export function isSignedBy(
  { accepted }: RotatingKey,
  given: Buffer,
  sign: (key: string) => Buffer,
): boolean {
  return accepted.some((key) => {
    const expected = sign(key)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

export function randomSecret(): string {
  return randomBytes(24).toString('base64url')
}

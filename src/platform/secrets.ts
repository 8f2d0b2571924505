import { randomBytes } from 'node:crypto'
import type { Database } from './database/database.ts'
import { secrets } from './tables.ts'

/** Random keys made once per academy and shared by all its processes through the database. */
export interface Secrets {
  /** Keys the hashes of mailed codes. */
  codeKey: string
  /** Signs links to the academy's own video files. */
  mediaKey: string
  /** Signs when a learner opened their lessons. */
  openingKey: string
  /** Signs the links by which a letter's reader unsubscribes. */
  unsubscribeKey: string
  sandboxKeyId: string
  sandboxKeySecret: string
  sandboxWebhookSecret: string
}

export async function readSecrets(db: Database): Promise<Secrets> {
  const made: Secrets = {
    codeKey: randomSecret(),
    mediaKey: randomSecret(),
    openingKey: randomSecret(),
    unsubscribeKey: randomSecret(),
    sandboxKeyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    sandboxKeySecret: randomSecret(),
    sandboxWebhookSecret: randomSecret(),
  }
  const rows = Object.entries(made).map(([name, value]) => ({ name, value }))
  await db.insert(secrets).values(rows).onConflictDoNothing()
  const kept = new Map((await db.select().from(secrets)).map(({ name, value }) => [name, value]))
  for (const name of Object.keys(made) as (keyof Secrets)[]) made[name] = kept.get(name) ?? ''
  return made
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url')
}

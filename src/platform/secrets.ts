import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './database/database.ts'

/** Random keys made once per academy and shared by all its processes through the database. */
export interface Secrets {
  /** Keys the hashes of mailed codes. */
  codeKey: string
  /** Signs links to the academy's own video files. */
  mediaKey: string
  /** Signs when a learner opened their lessons. */
  openingKey: string
  sandboxKeyId: string
  sandboxKeySecret: string
  sandboxWebhookSecret: string
}

export async function readSecrets(db: Database): Promise<Secrets> {
  const made: Secrets = {
    codeKey: randomSecret(),
    mediaKey: randomSecret(),
    openingKey: randomSecret(),
    sandboxKeyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    sandboxKeySecret: randomSecret(),
    sandboxWebhookSecret: randomSecret(),
  }
  for (const [name, value] of Object.entries(made)) {
    await db.execute(
      sql`insert into secrets (name, value) values (${name}, ${value}) on conflict do nothing`,
    )
  }
  const { rows } = await db.execute<{ name: string; value: string }>(
    sql`select name, value from secrets`,
  )
  const kept = new Map(rows.map((row) => [row.name, row.value]))
  for (const name of Object.keys(made) as (keyof Secrets)[]) made[name] = kept.get(name) ?? ''
  return made
}

function randomSecret(): string {
  return randomBytes(24).toString('base64url')
}

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashToken } from '../../src/domains/accounts/server/sessions.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/database/new-id.ts'

export interface Learner {
  id: string
  token: string
}

const insertedAtOnce = 2000

/** Learners with a session each, written straight into the database. */
export async function makeLearners(db: Database, count: number): Promise<Learner[]> {
  const learners = Array.from({ length: count }, () => ({
    id: newId(),
    token: randomBytes(32).toString('base64url'),
  }))
  for (let from = 0; from < count; from += insertedAtOnce) {
    const batch = learners.slice(from, from + insertedAtOnce)
    const rows = batch.map(({ id, token }) => ({ id, hash: hashToken(token).toString('hex') }))
    const list = JSON.stringify(rows)
    await db.execute(sql`
      insert into users (id, email, name)
      select id, 'buyer-' || id || '@example.test', 'Meera Nair'
        from jsonb_to_recordset(${list}::jsonb) as row (id uuid)`)
    await db.execute(sql`
      insert into sessions (token_hash, user_id, expires_at)
      select decode(hash, 'hex'), id, now() + interval '1 day'
        from jsonb_to_recordset(${list}::jsonb) as row (id uuid, hash text)`)
  }
  return learners
}

export async function makeAdministrator(db: Database): Promise<Learner> {
  const [administrator] = await makeLearners(db, 1)
  if (!administrator) throw new Error('nobody was made')
  await db.execute(sql`update users set is_admin = true where id = ${administrator.id}`)
  return administrator
}

/** Courses on sale, one so dear that its invoices are listed apart; what is in them does not matter. */
export async function makeCourses(db: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `course-${index + 1}`)
  for (const [index, id] of ids.entries()) {
    await db.execute(sql`
      insert into courses (id, title, description, price_in_paise)
      values (${id}, ${`Course ${index + 1}`}, 'For the bench.', ${index === count - 1 ? 12_000_000 : 499_900 + index * 10_000})`)
  }
  return ids
}

/** Orders that are out keep the price they were made with. */
export async function changePrice(
  db: Database,
  courseId: string,
  priceInPaise: number,
): Promise<void> {
  await db.execute(sql`update courses set price_in_paise = ${priceInPaise} where id = ${courseId}`)
}

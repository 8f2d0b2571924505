import { eq, ilike, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { formatPaise } from '../../../shared/money.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { orders } from '../../checkout/server/tables.ts'
import type { SubjectNames } from '../../staff/server/name-subjects.ts'

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Of each kind a search finds no more. */
const most = 1_000

/** People, courses and payments as the audit log calls them. */
export function createSubjectNames(db: Database): SubjectNames {
  return { nameIds: (ids) => nameIds(db, ids), findIds: (search) => findIds(db, search) }
}

async function nameIds(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const uuids = sql`any(${sql.param(ids.filter((id) => isUuid.test(id)))}::uuid[])`
  const people = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(sql`${users.id} = ${uuids}`)
  const titled = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(sql`${courses.id} = any(${sql.param([...ids])}::text[])`)
  const paid = await db
    .select({ order: orders, name: users.name, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.learnerId))
    .where(sql`${orders.id} = ${uuids}`)
  return new Map([
    ...people.map(({ id, name, email }) => [id, `${name} (${email})`] as const),
    ...titled.map(({ id, title }) => [id, title] as const),
    ...paid.map(({ order, name, email }) => {
      const sum = formatPaise(order.amountInPaise)
      return [order.id, `${sum} from ${name} (${email}) for ${order.courseTitle}`] as const
    }),
  ])
}

async function findIds(db: Database, search: string): Promise<string[]> {
  const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(or(ilike(users.name, part), ilike(users.email, part)))
    .limit(most)
  const titled = await db
    .select({ id: courses.id })
    .from(courses)
    .where(ilike(courses.title, part))
    .limit(most)
  const ids = people.map(({ id }) => id)
  const paid = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.learnerId} = any(${sql.param(ids)}::uuid[])`)
    .limit(most)
  return [...people, ...titled, ...paid].map(({ id }) => id)
}

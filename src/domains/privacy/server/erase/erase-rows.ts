import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { limitLockWaits } from '../../../../platform/database/limit-lock-waits.ts'
import { lockAddress } from '../../../accounts/server/lock-address.ts'
import { users } from '../../../accounts/server/tables.ts'
import { lockOrders } from '../../../checkout/server/orders/join-orders.ts'
import { giveUpOrders } from '../../../checkout/server/settling/settle-order.ts'
import { orders } from '../../../checkout/server/tables.ts'
import { fillIn, readPerson } from '../register/fill-in.ts'
import { type PersonalTable, personalTables } from '../register/personal-tables.ts'
import { type ErasureRow, erasures } from '../tables.ts'
import { findHindrance, type Hindrance } from './find-hindrance.ts'

/** Shorter than PostgreSQL takes to find two that wait for each other. */
const lockWaitInMs = 200

/** Something came up while the account was being locked: to be looked at again. */
export class StillWaits extends Error {
  readonly hindrance: Hindrance

  constructor(hindrance: Hindrance) {
    super(`Waits for a ${hindrance}`)
    this.hindrance = hindrance
  }
}

/**
 * Takes a person out of every table, as the register says, in one transaction: the account, its orders and
 * whatever buys or settles for it are locked in the order in which others lock them. Resolves to how many
 * rows of which table went or were changed. Done again, it finds what came in meanwhile; null: somebody else has
 * finished it. Throws `StillWaits`.
 */
export async function eraseRows(
  outer: Database,
  { id, learnerId, keepsCertificates }: ErasureRow,
  { supportEmail, waitsForMoney }: { supportEmail: string; waitsForMoney: boolean },
): Promise<Record<string, number> | null> {
  return outer.transaction(async (db) => {
    await limitLockWaits(db, lockWaitInMs)
    await lockPerson(db, learnerId)
    const isOpen = and(eq(erasures.id, id), isNull(erasures.finishedAt))
    const open = await db.select({ id: erasures.id }).from(erasures).where(isOpen).for('update')
    if (open.length === 0) return null
    const hindrance = waitsForMoney ? await findHindrance(db, learnerId) : null
    if (hindrance !== null) throw new StillWaits(hindrance)
    await giveUpOpenOrders(db, learnerId)
    const desks = [supportEmail, ...(await listOthersToldOf(db, learnerId))]
    const person = await readPerson(db, { learnerId, keeps: keepsCertificates, desks })
    const { rows } = await db.execute<{ changed: Record<string, number> }>(
      sql`select anonymise_person(${learnerId}) as changed`,
    )
    const changed = { ...rows[0]?.changed }
    for (const [name, table] of Object.entries(personalTables)) {
      for (const statement of wordErasing(name, table)) {
        const { rowCount } = await db.execute(fillIn(statement, person))
        changed[name] = (changed[name] ?? 0) + (rowCount ?? 0)
      }
    }
    return Object.fromEntries(Object.entries(changed).filter(([, count]) => count > 0))
  })
}

/** What the register says of a table as statements. Those to which rows are only added have their function. */
function wordErasing(name: string, { whose, isGone, cleared, others }: PersonalTable): string[] {
  const change = (set: Record<string, string>, where: string) => {
    const columns = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
    return `update ${name} set ${columns.join(', ')} where ${where}`
  }
  return [
    ...(isGone ? [`delete from ${name} where ${whose}`] : []),
    ...(cleared ? [change(cleared, whose)] : []),
    ...(others ? [change(others.set, others.where)] : []),
  ]
}

async function lockPerson(db: Database, learnerId: string): Promise<void> {
  const isThey = eq(users.id, learnerId)
  const [before] = await db.select({ email: users.email }).from(users).where(isThey)
  if (before) await lockAddress(db, before.email)
  await db.select({ id: users.id }).from(users).where(isThey).for('no key update')
  await lockOrders(db, { fromId: learnerId, intoId: learnerId })
  // Nobody writes a row any more that names the account, until the commit.
  await db.select({ id: users.id }).from(users).where(isThey).for('update')
}

/** Paid all the same, they are settled like any: what an erased account pays goes back. */
async function giveUpOpenOrders(db: Database, learnerId: string): Promise<void> {
  const open = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.learnerId, learnerId), eq(orders.status, 'pending')))
  if (open.length === 0) return
  await giveUpOrders(
    db,
    open.map(({ id }) => id),
    'The account was erased.',
  )
}

/** Staff, and the parent of a child. */
async function listOthersToldOf(db: Database, learnerId: string): Promise<string[]> {
  const parent = db.select({ id: users.parentId }).from(users).where(eq(users.id, learnerId))
  const told = await db
    .select({ email: users.email })
    .from(users)
    .where(or(isNotNull(users.role), inArray(users.id, parent)))
  return told.map(({ email }) => email)
}

import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Role } from '../../../http/rights.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { compareTexts } from '../../../shared/i18n/compare-texts.ts'
import { lockAddress } from './lock-address.ts'
import { closeAllSessions, endImpersonationsBy, graceInHours } from './sessions.ts'
import { users } from './tables.ts'

export interface StaffMember {
  id: string
  name: string
  email: string
  role: Role
}

export interface ListedMember extends StaffMember {
  hasSecondStep: boolean
  /** Until then the office is open without a second step. */
  graceEndsAt: Date
}

const columns = { id: users.id, name: users.name, email: users.email, role: users.role }

/** All who have a role, by name. */
export async function listStaffMembers(db: Database): Promise<ListedMember[]> {
  const { staffSince, hasSecondStep } = users
  const rows = await db
    .select({ ...columns, staffSince, hasSecondStep })
    .from(users)
    .where(isNotNull(users.role))
    .orderBy(asc(users.id))
  return rows
    .toSorted((one, other) => compareTexts(one.name, other.name))
    .flatMap(({ staffSince, hasSecondStep, ...row }) =>
      asMember(row).map((member) => {
        const graceEndsAt = new Date((staffSince?.getTime() ?? 0) + graceInHours * 3_600_000)
        return { ...member, hasSecondStep, graceEndsAt }
      }),
    )
}

/**
 * Gives a member of staff another role, or none. Inside a transaction. Resolves to the member as they
 * were. Refused with `staff_not_found`, and with `last_owner` if nobody else would be one: also of two
 * owners who remove each other at once, one stays.
 */
export async function changeStaffRole(
  db: Database,
  userId: string,
  role: Role | null,
): Promise<StaffMember> {
  await lockUntilCommit(db, 'owners')
  const rows = await db.select(columns).from(users).where(eq(users.id, userId)).for('update')
  const [before] = rows.flatMap(asMember)
  if (!before) throw new ProblemError('staff_not_found')
  if (before.role === 'owner' && role !== 'owner') await requireAnotherOwner(db, userId)
  await db.update(users).set({ role }).where(eq(users.id, userId))
  await endImpersonationsBy(db, userId) // opened by a right that they may have no more
  return before
}

/** Who is blocked cannot log in, so that would leave the academy with nobody. */
async function requireAnotherOwner(db: Database, userId: string): Promise<void> {
  const others = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'owner'), ne(users.id, userId), isNull(users.blockedAt)))
    .limit(1)
  if (others.length === 0) throw new ProblemError('last_owner')
}

/** Whether an address has an account, and whether that is of staff. */
export async function findStaffStatus(
  db: Database,
  email: string,
): Promise<'staff' | 'learner' | 'unknown'> {
  const [user] = await db.select({ role: users.role }).from(users).where(eq(users.email, email))
  if (!user) return 'unknown'
  return user.role === null ? 'learner' : 'staff'
}

interface NewMember {
  /** Proved to be theirs. */
  email: string
  role: Role
  /** Opens an account, if the address has none; null: it must have one. */
  account: { name: string; passwordHash: string } | null
}

/**
 * Makes the account of an address staff. Inside a transaction. Whoever had a session with it must log
 * in again: a token that was good for a learner must not be good for the office. Null: the address
 * has no account and none was asked for, or it is of staff already, or of a child. Refused with
 * `account_blocked`.
 */
export async function makeStaff(db: Database, member: NewMember): Promise<StaffMember | null> {
  const { email, role, account } = member
  await lockAddress(db, email)
  if (account) {
    await db
      .insert(users)
      .values({ id: newId(), email, ...account })
      .onConflictDoNothing({ target: users.email })
  }
  const [user] = await db
    .select({ ...columns, blockedAt: users.blockedAt, parentId: users.parentId })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  if (!user || user.role !== null || user.parentId !== null) return null
  if (user.blockedAt !== null) throw new ProblemError('account_blocked')
  await db.update(users).set({ role }).where(eq(users.id, user.id))
  await closeAllSessions(db, user.id)
  return { id: user.id, name: user.name, email, role }
}

function asMember({ role, ...person }: Omit<StaffMember, 'role'> & { role: Role | null }) {
  return role === null ? [] : [{ ...person, role }]
}

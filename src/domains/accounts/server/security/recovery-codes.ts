import { hash, randomInt } from 'node:crypto'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { recoveryCodes } from '../tables.ts'

const codesAtOnce = 10
/** Crockford's: nothing in it is taken for something else. 16 of them are 80 bits: nobody guesses one. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** Ten new codes in the place of all earlier ones; only their hashes are kept. Inside a transaction. */
export async function replaceRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newCode)
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code) })))
  return codes
}

/** Uses one up, however it is typed. False: it is none, or was used. */
export async function useRecoveryCode(
  db: Database,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.codeHash, hashRecoveryCode(userId, code)),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const [left] = await db
    .select({ number: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return left?.number ?? 0
}

/** `A1B2-C3D4-E5F6-G7H8`. */
function newCode(): string {
  const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

function hashRecoveryCode(userId: string, typed: string): Buffer {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return hash('sha256', `${userId}\n${code}`, 'buffer')
}

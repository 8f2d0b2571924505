import { randomInt } from 'node:crypto'
import { hashCode } from '../../../accounts/server/sign-up-codes.ts'

/** Without what looks like another letter or digit. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const lengthInLetters = 8

/** As it is mailed, e.g. `K7QM-3XPA`: too many to be guessed by a few tries. */
export function newJoinCode(): string {
  const code = Array.from({ length: lengthInLetters }, () => letters[randomInt(letters.length)])
  return `${code.slice(0, 4).join('')}-${code.slice(4).join('')}`
}

/** However it was typed. Good for one account that asks and one address only. */
export function hashJoinCode(
  codeKey: string,
  { learnerId, email, code }: { learnerId: string; email: string; code: string },
): Buffer {
  const typed = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return hashCode(codeKey, `join ${learnerId} ${email}`, typed)
}

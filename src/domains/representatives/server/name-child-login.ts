import { randomInt } from 'node:crypto'
import { childDomain } from '../child-domain.ts'

/** Without letters that look like others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const lettersAtRandom = 6

/** What a child logs in with in the place of an address, e.g. `aarav-k7q2mz@child.invalid`. */
export function nameChildLogin(name: string): string {
  const first = name.toLowerCase().match(/[a-z]{2,20}/)?.[0] ?? 'child'
  const tail = Array.from({ length: lettersAtRandom }, () => letters[randomInt(letters.length)])
  return `${first}-${tail.join('')}@${childDomain}`
}

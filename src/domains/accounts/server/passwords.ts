import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

// OWASP's parameters for Argon2id (the library's default kind): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Few at once, so that sign-ins never take every core from readers. */
const signIns = createHashingQueue({ runningAtOnce: 2, waitingAtMost: 600 })
/** Of their own, so that however many sign up or reset, nobody waits longer to sign in. */
const newPasswords = createHashingQueue({ runningAtOnce: 1, waitingAtMost: 300 })

/** Hashes a new password with Argon2id (PHC string). Refused with `too_busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return newPasswords(() => hash(password, cost))
}

/** True if a sign-up before had the same password. Waits in line with those who sign up. */
export function isSamePassword(passwordHash: string, password: string): Promise<boolean> {
  return newPasswords(() => verify(passwordHash, password))
}

/**
 * True if the password belongs to the hash. A null hash costs the same time as a real one, so that
 * nobody can tell from outside which addresses have an account.
 */
export async function isPasswordRight(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const isRight = await signIns(async () => verify(passwordHash ?? (await decoyHash()), password))
  return isRight && passwordHash !== null
}

let decoy: Promise<string> | undefined

function decoyHash(): Promise<string> {
  decoy ??= hash('no account has this password', cost)
  return decoy
}

import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '../http/problem.ts'

// OWASP's parameters for Argon2id (the library's default kind): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most this many hashes run at once, so that sign-ins never take every core from readers. */
const runningAtOnce = 2
/** More than this many waiting would wait longer than people do. */
const waitingAtMost = 600

let running = 0
const waiting: (() => void)[] = []

/** Hashes a new password with Argon2id (PHC string). Refused with `too_busy` when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/**
 * True if the password belongs to the hash. A null hash costs the same time as a real one, so that
 * nobody can tell from outside which addresses have an account.
 */
export async function isPasswordRight(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const isRight = await inTurn(async () => verify(passwordHash ?? (await decoyHash()), password))
  return isRight && passwordHash !== null
}

let decoy: Promise<string> | undefined

function decoyHash(): Promise<string> {
  decoy ??= hash('no account has this password', cost)
  return decoy
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= runningAtOnce) {
    if (waiting.length >= waitingAtMost) throw new Refusal('too_busy', { retryAfterInSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

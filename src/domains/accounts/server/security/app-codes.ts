import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every app knows it: SHA-1, six digits, thirty seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 }

/** 160 random bits in base 32. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What an app reads from the picture: `otpauth://…`. */
export function writeAppUri(
  secret: string,
  { academy, email }: { academy: string; email: string },
): string {
  return new TOTP({ ...form, secret, issuer: academy, label: email }).toString()
}

/**
 * The thirty seconds, counted from 1970, that a code belongs to; null: it is wrong. One before and one
 * after now count: clocks differ, and people type.
 */
export function findStep(secret: string, code: string, nowInMs: number): number | null {
  const app = new TOTP({ ...form, secret })
  const delta = app.validate({ token: code, timestamp: nowInMs, window: 1 })
  return delta === null ? null : app.counter({ timestamp: nowInMs }) + delta
}

import { createHmac, randomBytes } from 'node:crypto'
import type { RotatingKey } from '../../../platform/secrets.ts'

const cookieName = 'google_nonce'
const lifetimeInSeconds = 24 * 60 * 60
const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** What the browser named in the cookie may answer a sign-in with. */
export interface BrowserNonce {
  /** One for each key that it may have been made by. */
  nonces: readonly string[]
  expiresAt: Date
}

interface IssuedNonce {
  nonce: string
  /** The `set-cookie` header: the secret that the nonce is made from, for this browser alone. */
  cookie: string
}

/**
 * A nonce for one sign-in by Google. The page gives it to Google, which puts it into the credential;
 * the browser keeps the secret behind it where no script reads it. So a credential that was stolen
 * is of no use in another browser, and nothing need be stored until it is used.
 */
export function issueGoogleNonce(
  key: RotatingKey,
  { isSecure }: { isSecure: boolean },
): IssuedNonce {
  const secret = `${nowInSeconds() + lifetimeInSeconds}.${randomBytes(32).toString('base64url')}`
  return {
    nonce: nonceOf(key.current, secret),
    cookie: writeCookie(secret, lifetimeInSeconds, isSecure),
  }
}

/** The `set-cookie` header that ends it. */
export function dropGoogleNonce({ isSecure }: { isSecure: boolean }): string {
  return writeCookie('', 0, isSecure)
}

/**
 * The nonce that this browser was given; null: it never asked for one, undefined: it did, and what
 * it has is no longer good.
 */
export function readGoogleNonce(
  key: RotatingKey,
  cookieHeader: string | undefined,
): BrowserNonce | null | undefined {
  const secret = readCookie(cookieHeader)
  if (secret === undefined) return null
  const [, expiry] = /^(\d{1,12})\.[\w-]{43}$/.exec(secret) ?? []
  if (expiry === undefined || Number(expiry) <= nowInSeconds()) return undefined
  const nonces = key.accepted.map((each) => nonceOf(each, secret))
  return { nonces, expiresAt: new Date(Number(expiry) * 1000) }
}

/** Keyed, so that only we make a nonce from a secret. */
function nonceOf(key: string, secret: string): string {
  return createHmac('sha256', key).update(`google nonce\n${secret}`).digest('base64url')
}

function writeCookie(value: string, maxAgeInSeconds: number, isSecure: boolean): string {
  const attributes = `Path=/api/auth; Max-Age=${maxAgeInSeconds}; HttpOnly; SameSite=Strict`
  return `${cookieName}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

function readCookie(header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
}

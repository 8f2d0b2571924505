const name = 'film_session'
const lifetimeInSeconds = 30 * 24 * 3600

/**
 * Binds films to the browser that has the session: players cannot send a token along. It holds the
 * session's hash, which opens nothing but links that were signed for it.
 */
export function filmCookie(sessionHash: Buffer, { publicUrl }: { publicUrl: string }): string {
  const value = sessionHash.toString('base64url')
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${value}; Path=/films; Max-Age=${lifetimeInSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** The session's hash from a request's cookies; null: none that could be one. */
export function readFilmCookie(header: string | undefined): Buffer | null {
  const found = /(?:^|;\s*)film_session=([\w-]{43})(?:;|$)/.exec(header ?? '')?.[1]
  return found === undefined ? null : Buffer.from(found, 'base64url')
}

import type { Session } from '../../../ui/session.ts'

export interface StoredImpersonation extends Session {
  /** ISO time, by the clock of this device. */
  until: string
}

// The first two are those of `ui/session.ts`.
const keys = { token: 'token', user: 'user', until: 'view_until' }

/** Keeps a look at somebody's account in this tab alone; other tabs stay who they are. */
export function storeImpersonation({ token, user, until }: StoredImpersonation): void {
  sessionStorage.setItem(keys.user, JSON.stringify(user))
  sessionStorage.setItem(keys.until, until)
  sessionStorage.setItem(keys.token, token)
}

/** Null: this tab looks at nobody's account, or no more. */
export function readImpersonation(): { token: string; name: string; until: string } | null {
  const token = sessionStorage.getItem(keys.token)
  if (token === null) return null
  const user: unknown = JSON.parse(sessionStorage.getItem(keys.user) ?? '{}')
  const name: unknown = Object(user)['name']
  return {
    token,
    name: typeof name === 'string' ? name : '',
    until: sessionStorage.getItem(keys.until) ?? '',
  }
}

export function dropImpersonation(): void {
  for (const key of Object.values(keys)) sessionStorage.removeItem(key)
}

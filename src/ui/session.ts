import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import type { Role } from '../http/rights.ts'
import { paths } from '../paths.ts'
import { forgetForOffline } from './offline-copies.ts'

/** Who is signed in, as far as this browser knows. The server asks the database every time. */
export interface SessionUser {
  id: string
  email: string
  name: string
  is_admin: boolean
  /** Missing in what was stored before there were roles. */
  role?: Role | null | undefined
  phone?: string | null | undefined
  purchased_courses: string[]
}

export interface Session {
  token: string
  user: SessionUser
}

/** Names what a purchase keeps in the tab; it ends with the session it was begun in. */
export const prePaymentPrefix = 'pre_payment_'
/** Says which course's checkout opens by itself as soon as its page is there. */
export const dueCheckoutKey = `${prePaymentPrefix}due`
const tokenKey = 'token'
const userKey = 'user'
/** When somebody last logged out: what another tab has kept from before brings nobody back. */
export const loggedOutAtKey = 'logged_out_at'
const listeners = new Set<() => void>()
/** What ended when somebody last logged out while this page was open, here or in another tab. */
let loggedOut: Session | null = null
/** Each of the listeners hears the same event: the first ends the session, and may see the next one. */
let lastLogOut: Event | undefined
/** Kept while the stored text stays the same, as React needs one object per state. */
let lastRead: { text: string; session: Session | null } | undefined

/** Null when nobody is signed in, or when what is stored cannot be trusted to have the right form. */
export function readSession(): Session | null {
  const token = localStorage.getItem(tokenKey)
  const user = localStorage.getItem(userKey)
  const text = `${token}\n${user}`
  if (lastRead?.text !== text) lastRead = { text, session: parseSession(token, user) }
  return lastRead.session
}

export function storeSession(session: Session): void {
  if (session.token !== localStorage.getItem(tokenKey)) forgetPurchase()
  localStorage.setItem(tokenKey, session.token)
  localStorage.setItem(userKey, JSON.stringify(session.user))
  tellListeners()
}

/** Ends what the server has ended. What waits for the person on this device waits on. */
export function clearSession(): void {
  endSession(false)
}

function endSession(isLogOut: boolean): void {
  forgetPurchase()
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(userKey)
  forgetForOffline(isLogOut)
  tellListeners()
}

/** By the person's own wish: nothing of theirs stays on this device. */
export function logOut(): void {
  const session = readSession()
  // First, so that other tabs hear of it before they see that nobody is signed in.
  localStorage.setItem(loggedOutAtKey, new Date().toISOString())
  if (session) forgetPerson(session)
  endSession(true)
}

/**
 * True for who must leave nothing here any more: a screen that closes now writes its last words.
 * No longer once they have logged in again, in whichever tab.
 */
export function hasLoggedOut(personId: string): boolean {
  if (loggedOut?.user.id !== personId) return false
  const session = readSession()
  return session?.user.id !== personId || session.token === loggedOut.token
}

/** What is kept for one person has their id behind a colon. */
function forgetPerson(session: Session): void {
  loggedOut = session
  forget(RegExp(`^${prePaymentPrefix}|^player_|:${session.user.id}`))
}

function forgetPurchase(): void {
  forget(RegExp(`^${prePaymentPrefix}`))
}

function forget(names: RegExp): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const name of Object.keys(storage)) if (names.test(name)) storage.removeItem(name)
  }
}

/** The session, also when another tab signs in or out. Signed out while the server renders. */
export function useSession(): Session | null {
  return useSyncExternalStore(listenToSession, readSession, readNobody)
}

/** False on the server and in the first rendering: nothing is known about the visitor yet. */
export function useIsSessionKnown(): boolean {
  return useSyncExternalStore(listenToSession, always, never)
}

/** What a link to the login carries along, so that one is back on this page afterwards. */
export function useLoginState(): unknown {
  const { pathname, search, hash, state } = useLocation()
  // Between the doors goes what was on its way already.
  const isDoor = pathname === paths.login || pathname === paths.signup
  return isDoor ? state : { next: pathname + search + hash }
}

/** Calls back when somebody signs in or out, also in another tab; returns what stops it. */
export function listenToSession(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === loggedOutAtKey && event !== lastLogOut) {
      lastLogOut = event
      if (lastRead?.session) forgetPerson(lastRead.session)
    }
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', hear)
  }
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

const readNobody = (): null => null
const always = (): boolean => true
const never = (): boolean => false

/** The session that was stored as two texts; null if they do not make one. */
export function parseSession(token: string | null, userText: string | null): Session | null {
  if (!token || userText === null) return null
  const user: Record<string, unknown> = { ...parseJson(userText) }
  user['purchased_courses'] ??= []
  return isSessionUser(user) ? { token, user } : null
}

function isSessionUser(
  user: Record<string, unknown>,
): user is Record<string, unknown> & SessionUser {
  return (
    typeof user['id'] === 'string' &&
    typeof user['email'] === 'string' &&
    typeof user['name'] === 'string' &&
    typeof user['is_admin'] === 'boolean' &&
    Array.isArray(user['purchased_courses'])
  )
}

function parseJson(text: string): object | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

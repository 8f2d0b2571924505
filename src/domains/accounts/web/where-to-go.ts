import { paths } from '../../../paths.ts'

/**
 * After login an administrator goes to the dashboard, everybody else where they were going, or to
 * `otherwise`. The start page is no place that anybody waits to see again.
 */
export function whereToGo(
  user: { is_admin: boolean },
  next: string | null,
  otherwise: string = paths.myCourses,
): string {
  if (user.is_admin) return paths.admin
  if (next === null || next === paths.home) return otherwise
  return office.test(next) ? otherwise : next
}

/** Where learners have the page of a complaint; others need nobody logged in, by a link that is used up. */
const office = /^\/admin(?!\/complaint\/*([?#]|$))([/?#]|$)/i

/**
 * After the sign-up everybody goes to the start page (specification, section 4), but for who has a
 * purchase or a guarded page waiting.
 */
export function whereToGoFirst(
  user: { is_admin: boolean },
  next: string | null,
  { isBuying }: { isBuying: boolean },
): string {
  const isWaitedFor = isBuying || guarded.some((path) => next?.startsWith(path))
  return whereToGo(user, isWaitedFor ? next : null, paths.home)
}

/** What these addresses begin with. */
const guarded = [paths.myCourses, paths.certificate('')]

/**
 * Where the person was going, from the navigation's state or from `?next=`. Null unless it is a path
 * of this site: nobody is sent elsewhere by a link somebody made.
 */
export function readNext(location: { state: unknown; search: string }): string | null {
  const fromState = stateField(location.state, 'next')
  const next = fromState ?? new URLSearchParams(location.search).get('next')
  return next === null ? null : pathOfThisSite(next)
}

/** One text that a navigation carries along; null if it does not. */
export function stateField(state: unknown, name: string): string | null {
  if (typeof state !== 'object' || state === null) return null
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

const nowhere = 'http://site.invalid'
const doors = new Set([paths.login, paths.signup, paths.forgotPassword, paths.resetPassword])

/**
 * Read twice: what is left of `/.//host` after its dots are gone is `//host`, which names another
 * site when it is read again, as the router and the browser do.
 */
function pathOfThisSite(next: string): string | null {
  const url = resolvePath(next)
  if (url === null) return null
  const path = url.pathname + url.search + url.hash
  return resolvePath(path)?.href === url.href && !isDoor(url) ? path : null
}

function resolvePath(path: string): URL | null {
  if (!path.startsWith('/') || !URL.canParse(path, nowhere)) return null
  const url = new URL(path, nowhere)
  return url.origin === nowhere ? url : null
}

/** As the router finds a screen: in any case, with or without slashes at the end. */
function isDoor({ pathname }: URL): boolean {
  return doors.has(pathname.toLowerCase().replace(/\/+$/, ''))
}

import { paths } from '../../paths.ts'
import { languagePath } from '../../shared/i18n/language.ts'

/**
 * Gives the router what a link to the login would have carried, had the page's scripts been there when
 * it was tapped (`queueEarlyInput`), or had it not led to the page in another language. Before the router
 * reads the history.
 */
export function takeLoginState(kept: Storage): void {
  const given = kept.getItem('login_state')
  if (given === null) return
  const { state, by } = JSON.parse(given) as { state: unknown; by: number } // as it is kept there
  // The page that is being left may come alive while the next one is on its way.
  if (by === performance.timeOrigin) return
  kept.removeItem('login_state')
  const doors = [paths.login, paths.signup, paths.forgotPassword].map((path) => languagePath(path))
  if (!doors.includes(window.location.pathname)) return
  const entry = window.history.state as { usr?: unknown } | null // the router's
  if (entry?.usr === undefined) window.history.replaceState({ ...entry, usr: state }, '')
}

import { paths } from '../../paths.ts'
import { languagePath } from '../../shared/i18n/language.ts'

/**
 * Gives the router what a link to the login would have carried, had the page's scripts been there when
 * it was tapped (`queueEarlyInput`). Before the router reads the history.
 */
export function takeLoginState(kept: Storage): void {
  const state = kept.getItem('login_state')
  kept.removeItem('login_state')
  const doors = [paths.login, paths.signup, paths.forgotPassword].map((path) => languagePath(path))
  if (state === null || !doors.includes(window.location.pathname)) return
  const entry = window.history.state as { usr?: unknown } | null // the router's
  if (entry?.usr === undefined) {
    window.history.replaceState({ ...entry, usr: JSON.parse(state) as unknown }, '')
  }
}

import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { readProfile } from '../../accounts/contract.ts'
import { storeImpersonation } from './stored-impersonation.ts'

/**
 * Keeps the session in this tab alone and loads the site anew, now as the learner. Only one that writes
 * nothing: anybody can type an address with a session of their own.
 */
export async function enterImpersonation(): Promise<void> {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const token = given.get('token') ?? ''
  const until = given.get('until') ?? ''
  // Past the API client, which asks as who is signed in.
  const answer = await fetch('/api/auth/profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  const profile: ResponseOf<typeof readProfile> | null = answer.ok ? await answer.json() : null
  if (!profile?.is_view) throw new Error(t('This look at an account is over.'))
  storeImpersonation({ token, user: profile.user, until: byThisClock(until, answer) })
  window.location.replace(languagePath(paths.myCourses))
}

/** The academy's time by the clock of this device, which may be fast or slow; its answer has just come. */
function byThisClock(time: string, answer: Response): string {
  const aheadInMs = Date.now() - Date.parse(answer.headers.get('date') ?? '') || 0
  return new Date(Date.parse(time) + aheadInMs).toISOString()
}

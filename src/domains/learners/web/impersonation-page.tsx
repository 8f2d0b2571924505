import { useEffect, useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import type { readProfile } from '../../accounts/contract.ts'
import { storeImpersonation } from './stored-impersonation.ts'

/** Where a tab begins that shows the site as a learner sees it. */
export default function ImpersonationPage() {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    enter().catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : t('This tab cannot be opened.')),
    )
  }, [])
  return (
    <div className="page-width py-12">
      {failure === null ? (
        <Skeleton label={t('Opening the learner’s account')} className="h-96" />
      ) : (
        <Alert tone="warning" detail={t('Please begin again from the learner’s page.')}>
          {failure}
        </Alert>
      )}
    </div>
  )
}

/** Keeps the session in this tab alone and loads the site anew, now as the learner. */
async function enter(): Promise<void> {
  const given = new URLSearchParams(window.location.hash.slice(1))
  const token = given.get('token') ?? ''
  const until = given.get('until') ?? ''
  // Past the API client, which asks as who is signed in.
  const answer = await fetch('/api/auth/profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(t('This look at an account is over.'))
  const { user }: ResponseOf<typeof readProfile> = await answer.json()
  storeImpersonation({ token, user, until: byThisClock(until, answer) })
  window.location.replace(languagePath(paths.myCourses))
}

/** The academy's time by the clock of this device, which may be fast or slow; its answer has just come. */
function byThisClock(time: string, answer: Response): string {
  const aheadInMs = Date.now() - Date.parse(answer.headers.get('date') ?? '') || 0
  return new Date(Date.parse(time) + aheadInMs).toISOString()
}

import { lazy, Suspense, useState } from 'react'
import { leaveOut } from '../../../http/web/leave-out.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { useSite } from '../../../ui/site.ts'
import type { Purpose } from './use-enter.ts'

const GoogleSignIn = lazy(() => import('./google-sign-in.tsx').catch(leaveOut))

/** Google's own button, with a line that parts it from the form. Nothing where Google is not set up. */
export function GoogleButton({ purpose }: { purpose: Purpose }) {
  const { google } = useSite()
  const [attempt, setAttempt] = useState(1)
  if (google === null) return null
  return (
    <div className="mt-6">
      <p className="flex items-center gap-4 text-sm text-ink-soft before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('or')}
      </p>
      <Suspense fallback={<div className="mt-6 min-h-11" />}>
        <GoogleSignIn
          key={attempt}
          google={google}
          purpose={purpose}
          onTryAgain={() => setAttempt(attempt + 1)}
        />
      </Suspense>
    </div>
  )
}

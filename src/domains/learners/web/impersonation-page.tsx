import { useEffect, useState } from 'react'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { enterImpersonation } from './enter-impersonation.ts'

/** Where a tab begins that shows the site as a learner sees it. */
export default function ImpersonationPage() {
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    enterImpersonation().catch((error: unknown) =>
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newCodesQuery, securityQuery } from '../../domains/accounts/web/security/queries.ts'
import SecurityDetails from '../../domains/accounts/web/security/security-details.tsx'
import { StepUpForm } from '../../domains/accounts/web/security/step-up-form.tsx'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'

/** In place of the office, for staff who have not shown a second step in this session. */
export default function SecondStepNeeded() {
  const client = useQueryClient()
  const { data } = useQuery(securityQuery)
  const { data: codes } = useQuery(newCodesQuery)
  if (!data) return <Skeleton label={t('Loading')} className="h-64" />
  const isSetUp = codes === null && (data.app_since !== null || data.passkeys.length > 0)
  return (
    <div className="grid max-w-text gap-8">
      {codes === null && (
        <Alert tone="note">
          {isSetUp
            ? t('Whoever works here shows a second step. Please show yours, and the office opens.')
            : t(
                'Whoever works here can refund money and sees everybody. A password alone is not enough for that: please set up a passkey or an app, and the office opens.',
              )}
        </Alert>
      )}
      {isSetUp ? (
        <div className="max-w-form">
          <StepUpForm onDone={() => void client.invalidateQueries()} />
        </div>
      ) : (
        <SecurityDetails withGoogle={false} />
      )}
    </div>
  )
}

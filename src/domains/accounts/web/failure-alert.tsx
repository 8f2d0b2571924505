import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { isUnreachable } from './explain-failure.ts'

export interface Failure {
  sentence: string
  error: unknown
}

/** What went wrong with a form, read out at once. */
export function FailureAlert({ failure }: { failure: Failure | null }) {
  if (!failure) return null
  return (
    <Alert tone="danger">
      <p>{failure.sentence}</p>
      {isUnreachable(failure.error) && (
        <p className="text-sm">
          {t('The academy cannot be reached. Please check your connection.')}
        </p>
      )}
    </Alert>
  )
}

import { t } from '../shared/i18n/translate.ts'
import { Alert } from './controls/alert.tsx'
import { Button } from './controls/button.tsx'

interface LoadFailureProps {
  /** What could not be loaded, as a sentence. */
  sentence: string
  /** The query that failed. */
  of: { isFetching: boolean; refetch: () => unknown }
  className?: string
}

/** Stands where something could not be loaded: calm, with a way to try again. */
export function LoadFailure({ sentence, of, className }: LoadFailureProps) {
  return (
    <Alert
      tone="warning"
      className={className}
      action={
        <Button
          variant="secondary"
          size="small"
          isBusy={of.isFetching}
          onClick={() => void of.refetch()}
        >
          {t('Try again')}
        </Button>
      }
    >
      <p>{sentence}</p>
      {!navigator.onLine && (
        <p className="text-sm">{t('You are offline. It loads by itself once you are back.')}</p>
      )}
    </Alert>
  )
}

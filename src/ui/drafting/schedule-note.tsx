import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'

interface ScheduleNoteProps {
  publishAt: string
  /** It has just been scheduled by this very person. */
  isNew?: boolean
  takeBack: { isPending: boolean; error: Error | null; mutate: () => void }
}

/** Says when a publication is to happen, and takes it back. */
export function ScheduleNote({ publishAt, isNew, takeBack }: ScheduleNoteProps) {
  return (
    <Alert
      tone={isNew ? 'success' : 'note'}
      detail={
        takeBack.error
          ? t('It could not be taken back: {message}', { message: takeBack.error.message })
          : t('What is saved after it was scheduled is not part of it.')
      }
      action={
        <Button
          variant="secondary"
          size="small"
          isBusy={takeBack.isPending}
          onClick={() => takeBack.mutate()}
        >
          {t('Take back')}
        </Button>
      }
    >
      <p>
        {t('It is published at {time}, India’s time.', {
          time: formatDateTime(publishAt),
        })}
      </p>
    </Alert>
  )
}

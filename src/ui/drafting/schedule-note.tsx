import type { UseMutationResult } from '@tanstack/react-query'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { ActionButton } from '../controls/action-button.tsx'
import { Alert } from '../controls/alert.tsx'

interface ScheduleNoteProps {
  publishAt: string
  /** It has just been scheduled by this very person. */
  isNew?: boolean
  takeBack: UseMutationResult<unknown, Error, void>
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
        <ActionButton variant="secondary" size="small" action={takeBack}>
          {t('Take back')}
        </ActionButton>
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

import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import type { unschedule } from '../../contract.ts'
import { studioKey } from '../queries.ts'

interface ScheduleNoteProps {
  courseId: string
  publishAt: string
  /** It has just been scheduled by this very person. */
  isNew?: boolean
  onTakenBack?: () => void
}

/** Says when a publication is to happen, and takes it back. */
export function ScheduleNote({ courseId, publishAt, isNew, onTakenBack }: ScheduleNoteProps) {
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: () =>
      call<typeof unschedule>('DELETE /admin/courses/:id/schedule', { params: { id: courseId } }),
    onSuccess: async () => {
      onTakenBack?.()
      await client.invalidateQueries({ queryKey: studioKey })
    },
  })
  return (
    <Alert
      tone={isNew ? 'success' : 'note'}
      detail={
        takeBack.isError
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

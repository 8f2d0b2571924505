import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { formatSavedAt } from '../../../../ui/drafting/format-saved-at.ts'
import { studioPaths } from '../studio-paths.ts'

interface UnsavedNoteProps {
  courseId: string
  /** Null: everything is saved. */
  since: string | null
}

/** Says that this browser has changes which the draft lacks, and leads to where they are saved. */
export function UnsavedNote({ courseId, since }: UnsavedNoteProps) {
  if (since === null) return null
  return (
    <Alert
      tone="warning"
      action={
        <LinkButton variant="secondary" size="small" to={studioPaths.course(courseId)}>
          {t('Open the editor')}
        </LinkButton>
      }
    >
      {unsavedNotice(since)}
    </Alert>
  )
}

export function unsavedNotice(since: string): string {
  return t('What you changed until {time} is only in this browser. Open the editor to save it.', {
    time: formatSavedAt(since),
  })
}

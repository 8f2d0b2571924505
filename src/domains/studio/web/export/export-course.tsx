import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../../ui/controls/action-button.tsx'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { download } from '../../../../ui/download.ts'

/** Two buttons that save the course's draft: as a course file, and its outline as a spreadsheet. */
export function ExportCourse({ courseId }: { courseId: string }) {
  const save = useMutation({
    mutationFn: (call: 'export' | 'export.csv') =>
      download(`GET /admin/courses/:id/${call}`, { params: { id: courseId } }),
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <ActionButton variant="secondary" size="small" action={save} variables="export">
          {t('Save as a course file')}
        </ActionButton>
        <ActionButton variant="secondary" size="small" action={save} variables="export.csv">
          {t('Save as a spreadsheet')}
        </ActionButton>
      </div>
      <Alert tone="danger">{save.error?.message}</Alert>
    </div>
  )
}

import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
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
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending && save.variables === 'export'}
          onClick={() => save.mutate('export')}
        >
          {t('Save as a course file')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending && save.variables === 'export.csv'}
          onClick={() => save.mutate('export.csv')}
        >
          {t('Save as a spreadsheet')}
        </Button>
      </div>
      <Alert tone="danger">{save.error?.message}</Alert>
    </div>
  )
}

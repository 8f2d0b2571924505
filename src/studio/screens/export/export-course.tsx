import { useMutation } from '@tanstack/react-query'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { readSession } from '../../../ui/session.ts'

const endings = { export: '.course.json', 'export.csv': '.csv' }
type ExportCall = keyof typeof endings

/** Two buttons that save the course's draft: as a course file, and its outline as a spreadsheet. */
export function ExportCourse({ courseId }: { courseId: string }) {
  const save = useMutation({ mutationFn: (call: ExportCall) => download(courseId, call) })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending && save.variables === 'export'}
          onClick={() => save.mutate('export')}
        >
          Save as a course file
        </Button>
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending && save.variables === 'export.csv'}
          onClick={() => save.mutate('export.csv')}
        >
          Save as a spreadsheet
        </Button>
      </div>
      {save.isError && (
        <Alert tone="danger">The course could not be saved. Please try again.</Alert>
      )}
    </div>
  )
}

/** Past the API client, which reads JSON only: the file is saved as the server wrote it. */
async function download(courseId: string, call: ExportCall): Promise<void> {
  const answer = await fetch(`/api/admin/courses/${encodeURIComponent(courseId)}/${call}`, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  })
  if (!answer.ok) throw new Error(`The export was answered with ${answer.status}`)
  saveFile(await answer.blob(), `${courseId}${endings[call]}`)
}

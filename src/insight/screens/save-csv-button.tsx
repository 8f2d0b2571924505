import { useMutation } from '@tanstack/react-query'
import { Button } from '../../ui/controls/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { readSession } from '../../ui/session.ts'

interface SaveCsvButtonProps {
  /** What of the export's address stands behind `insight-`. */
  name: 'revenue' | 'funnel' | 'completion' | 'retention'
  query?: Record<string, string>
}

export function SaveCsvButton({ name, query }: SaveCsvButtonProps) {
  const save = useMutation({ mutationFn: () => download(name, query) })
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        isBusy={save.isPending}
        onClick={() => save.isPending || save.mutate()}
      >
        Save CSV<span className="sr-only"> of {name}</span>
      </Button>
      {save.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          The file could not be saved. Please try again.
        </p>
      )}
    </div>
  )
}

/** Past the API client, which reads JSON only: the file is saved as the server wrote it. */
async function download(name: string, query: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(
    `/api/admin/exports/insight-${name}.csv?${new URLSearchParams(query)}`,
    { headers: { authorization: `Bearer ${readSession()?.token ?? ''}` } },
  )
  if (!answer.ok) throw new Error(`The export was answered with ${answer.status}`)
  saveFile(await answer.blob(), `insight-${name}.csv`)
}

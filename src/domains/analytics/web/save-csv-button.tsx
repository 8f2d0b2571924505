import { useMutation } from '../../../http/web/use-mutation.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { download } from '../../../ui/download.ts'
import { rich } from '../../../ui/rich.tsx'

interface SaveCsvButtonProps {
  /** What of the export's address stands behind `insight-`. */
  name: 'revenue' | 'funnel' | 'completion' | 'retention'
  query?: Record<string, string>
}

export function SaveCsvButton({ name, query }: SaveCsvButtonProps) {
  const save = useMutation({
    mutationFn: () => download(`GET /admin/exports/insight-${name}.csv`, query && { query }),
  })
  return (
    <div>
      <Button
        variant="secondary"
        size="small"
        isBusy={save.isPending}
        onClick={() => save.mutate()}
      >
        {rich(
          'Save CSV<spoken> of {name, select, revenue {revenue} funnel {funnel} completion {completion} other {retention}}</spoken>',
          { spoken: <span className="sr-only" />, name },
        )}
      </Button>
      {save.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {save.error.message}
        </p>
      )}
    </div>
  )
}

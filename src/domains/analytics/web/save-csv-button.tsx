import { useMutation } from '../../../http/web/use-mutation.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
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
      <ActionButton variant="secondary" size="small" action={save}>
        {rich(
          'Save CSV<spoken> of {name, select, revenue {revenue} funnel {funnel} completion {completion} other {retention}}</spoken>',
          { spoken: <span className="sr-only" />, name },
        )}
      </ActionButton>
      {save.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {save.error.message}
        </p>
      )}
    </div>
  )
}

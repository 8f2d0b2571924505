import { type FormEvent, useState } from 'react'
import { useMutation } from '../../http/use-mutation.ts'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { type AuditFilter, downloadAudit } from '../queries.ts'

interface AuditFilterFormProps {
  filter: AuditFilter
  onShow: (changed: Partial<AuditFilter>) => void
}

/** What to look for in the audit log, and its days as a spreadsheet. */
export function AuditFilterForm({ filter, onShow }: AuditFilterFormProps) {
  const [typed, setTyped] = useState(filter)
  const type = (changed: Partial<AuditFilter>) => setTyped({ ...typed, ...changed })
  const save = useMutation({ mutationFn: () => downloadAudit(typed) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onShow(typed)
  }
  return (
    <form onSubmit={submit} className="mt-6" aria-label="Search the audit log">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 sm:grid-cols-[1fr_auto_auto]">
        <div className="col-span-full sm:col-span-1">
          <TextField
            label="Search"
            type="search"
            isOptional
            maxLength={200}
            placeholder="Name, id, reason or value"
            value={typed.search}
            onChange={(event) => type({ search: event.target.value })}
          />
        </div>
        <TextField
          label="From"
          type="date"
          isOptional
          value={typed.from}
          onChange={(event) => type({ from: event.target.value })}
        />
        <TextField
          label="To"
          type="date"
          isOptional
          value={typed.to}
          onChange={(event) => type({ to: event.target.value })}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" size="small">
          Show
        </Button>
        {filter.actor !== '' && (
          <Button variant="secondary" size="small" onClick={() => onShow({ actor: '' })}>
            Show everybody’s acts
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending}
          onClick={() => save.mutate()}
        >
          Save these days as a spreadsheet
        </Button>
      </div>
      {save.isError && (
        <div className="mt-4">
          <Alert tone="danger">{save.error.message}</Alert>
        </div>
      )}
    </form>
  )
}

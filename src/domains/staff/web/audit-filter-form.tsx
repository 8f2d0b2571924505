import type { RefObject } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { textOf } from '../../../ui/use-save-form.ts'
import { type AuditFilter, downloadAudit } from './queries.ts'

interface AuditFilterFormProps {
  ref: RefObject<HTMLFormElement | null>
  filter: AuditFilter
  onShow: (changed: Partial<AuditFilter>) => void
}

/** What to look for in the audit log, and its days as a spreadsheet. */
export function AuditFilterForm({ ref: form, filter, onShow }: AuditFilterFormProps) {
  const read = () => {
    const typed = new FormData(form.current ?? undefined)
    return {
      search: textOf(typed, 'search'),
      from: textOf(typed, 'from'),
      to: textOf(typed, 'to'),
    }
  }
  const save = useMutation({ mutationFn: () => downloadAudit(read()) })
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        onShow(read())
      }}
      className="mt-6"
      aria-label={t('Search the audit log')}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 sm:grid-cols-[1fr_auto_auto]">
        <div className="col-span-full sm:col-span-1">
          <TextField
            label={t('Search')}
            name="search"
            type="search"
            isOptional
            maxLength={200}
            placeholder={t('Name, id, reason or value')}
            defaultValue={filter.search}
          />
        </div>
        <TextField
          label={t('From')}
          name="from"
          type="date"
          isOptional
          defaultValue={filter.from}
        />
        <TextField label={t('To')} name="to" type="date" isOptional defaultValue={filter.to} />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" size="small">
          {t('Show')}
        </Button>
        {filter.actor !== '' && (
          <Button variant="secondary" size="small" onClick={() => onShow({ actor: '' })}>
            {t('Show everybody’s acts')}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          isBusy={save.isPending}
          onClick={() => {
            if (form.current?.reportValidity()) save.mutate()
          }}
        >
          {t('Save these days as a spreadsheet')}
        </Button>
      </div>
      <Alert className="mt-4" tone="danger">
        {save.error?.message}
      </Alert>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { DataTable } from '../../../../ui/controls/data-table.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import { textOf, useSaveForm } from '../../../../ui/use-save-form.ts'
import type { importCourseCsv } from '../../contract.ts'

interface SpreadsheetImportProps {
  csv: string
  /** By the file's name, to begin with. */
  title: string
  onDone: (id: string) => void
}

type Looked = ResponseOf<typeof importCourseCsv>

const problemsShown = 100

const ask = (body: { csv: string; title?: string; dry_run: boolean }) =>
  call('POST /admin/courses/import-csv', { body })

/** Shows what would come of it, or which rows stand in the way, before anything is made. */
export function SpreadsheetImport({ csv, title, onDone }: SpreadsheetImportProps) {
  const { data: looked, error } = useQuery({
    queryKey: ['spreadsheet', csv],
    queryFn: () => ask({ csv, dry_run: true }),
    gcTime: 0, // megabytes of text
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error) return <Alert tone="danger">{error.message}</Alert>
  if (!looked) return <output className="block">{t('Reading the spreadsheet…')}</output>
  return (
    <>
      {looked.ignored_columns.length > 0 && (
        <Alert tone="note">
          {t('These columns are left out: {columns}.', {
            columns: looked.ignored_columns.join(', '),
          })}
        </Alert>
      )}
      {looked.problems.length > 0 ? (
        <BadRows problems={looked.problems} />
      ) : (
        <MakeDraft csv={csv} fileTitle={title} looked={looked} onDone={onDone} />
      )}
    </>
  )
}

function BadRows({ problems }: Pick<Looked, 'problems'>) {
  const rest = problems.length - problemsShown
  return (
    <>
      <Alert tone="warning" isUrgent>
        {problems.length === 1
          ? t('One cell needs attention. Please mend it and choose the file again.')
          : t('{count} cells need attention. Please mend them and choose the file again.', {
              count: problems.length,
            })}
      </Alert>
      <DataTable
        caption={t('Rows that need attention')}
        columns={[
          { heading: t('Row'), cell: ({ row }) => row, isNumber: true },
          { heading: t('Column'), cell: ({ column }) => column || t('the whole row') },
          { heading: t('What is wrong'), cell: ({ message }) => message },
        ]}
        rows={problems.slice(0, problemsShown)}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {rest > 0 && <p className="text-ink-soft">{t('And {count} more.', { count: rest })}</p>}
    </>
  )
}

interface MakeDraftProps {
  csv: string
  fileTitle: string
  looked: Looked
  onDone: (id: string) => void
}

function MakeDraft({ csv, fileTitle, looked, onDone }: MakeDraftProps) {
  const { submit, isBusy, error, failure } = useSaveForm({
    save: (form) => ask({ csv, title: textOf(form, 'title'), dry_run: false }),
    onSaved: ({ id }) => id !== null && onDone(id),
  })
  return (
    <form className="grid gap-5" onSubmit={submit}>
      <output className="block">
        {t(
          '{modules, plural, one {# module} other {# modules}} and {lessons, plural, one {# lesson} other {# lessons}} are ready.',
          { modules: looked.modules, lessons: looked.lessons },
        )}
      </output>
      <TextField
        label={t('Course Title')}
        name="title"
        isOptional
        maxLength={200}
        defaultValue={fileTitle}
      />
      <Alert tone="danger">{error?.message ?? failure}</Alert>
      <p>
        <Button type="submit" isBusy={isBusy}>
          {t('Make the draft')}
        </Button>
      </p>
    </form>
  )
}

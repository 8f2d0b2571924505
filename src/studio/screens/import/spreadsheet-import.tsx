import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { count } from '../../../catalogue/screens/summarise-outline.ts'
import type { AnswerOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/use-mutation.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { DataTable } from '../../../ui/controls/data-table.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import type { importCourseCsv } from '../../contract.ts'

interface SpreadsheetImportProps {
  csv: string
  /** By the file's name, to begin with. */
  title: string
  onDone: (id: string) => void
}

type Looked = AnswerOf<typeof importCourseCsv>

const problemsShown = 100

const ask = (body: { csv: string; title?: string; dry_run: boolean }) =>
  call<typeof importCourseCsv>('POST /admin/courses/import-csv', { body })

/** Shows what would come of it, or which rows stand in the way, before anything is made. */
export function SpreadsheetImport({ csv, title, onDone }: SpreadsheetImportProps) {
  const { data: looked, error } = useQuery({
    queryKey: ['spreadsheet', csv],
    queryFn: () => ask({ csv, dry_run: true }),
    gcTime: 0, // megabytes of text
    retry: false,
  })
  if (error) return <Alert tone="danger">{error.message}</Alert>
  if (!looked) return <output className="block">Reading the spreadsheet…</output>
  return (
    <>
      {looked.ignored_columns.length > 0 && (
        <Alert tone="note">These columns are left out: {looked.ignored_columns.join(', ')}.</Alert>
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
          ? 'One cell needs attention. Please mend it and choose the file again.'
          : `${problems.length} cells need attention. Please mend them and choose the file again.`}
      </Alert>
      <DataTable
        caption="Rows that need attention"
        columns={[
          { heading: 'Row', cell: ({ row }) => row, isNumber: true },
          { heading: 'Column', cell: ({ column }) => column || 'the whole row' },
          { heading: 'What is wrong', cell: ({ message }) => message },
        ]}
        rows={problems.slice(0, problemsShown)}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {rest > 0 && <p className="text-ink-soft">And {rest} more.</p>}
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
  const [title, setTitle] = useState(fileTitle)
  const make = useMutation({
    mutationFn: () => ask({ csv, title, dry_run: false }),
    onSuccess: ({ id }) => {
      if (id !== null) onDone(id)
    },
  })
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <output className="block">
        {count(looked.modules, 'module')} and {count(looked.lessons, 'lesson')} are ready.
      </output>
      <TextField
        label="Course Title"
        isOptional
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      {make.error && <Alert tone="danger">{make.error.message}</Alert>}
      <p>
        <Button type="submit" isBusy={make.isPending}>
          Make the draft
        </Button>
      </p>
    </form>
  )
}

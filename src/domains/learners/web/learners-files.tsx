import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { download } from '../../../ui/download.ts'
import { useRights } from '../../staff/web/use-rights.ts'
import type { importLearners } from '../contract.ts'
import { learnersKey, requestImport } from './queries.ts'
import { readCsvFile } from './read-csv-file.ts'

type Imported = ResponseOf<typeof importLearners>

/** Learners as a file: all out, and new ones in. */
export function LearnersFiles() {
  const { may } = useRights()
  const save = useMutation({ mutationFn: () => download('GET /admin/exports/learners.csv') })
  return (
    <div className="mt-10 grid items-start gap-6 lg:grid-cols-2">
      {may('gifts') && <ImportForm />}
      {may('exports') && (
        <section
          aria-labelledby="export-learners"
          className="rounded-md border border-line bg-sheet p-4 sm:p-5"
        >
          <h2 id="export-learners" className="text-xl">
            {t('Save all learners')}
          </h2>
          <p className="mt-2 text-ink-soft">
            {t(
              'A spreadsheet with name, e-mail, phone and courses. The audit log keeps who saved it.',
            )}
          </p>
          <ActionButton variant="secondary" className="mt-4" action={save}>
            {t('Save CSV')}
          </ActionButton>
          <Alert className="mt-3" tone="danger">
            {save.error?.message}
          </Alert>
        </section>
      )}
    </div>
  )
}

/** First looks at the file and says what it would do; only then does it. */
function ImportForm() {
  const fieldId = useId()
  const client = useQueryClient()
  const [csv, setCsv] = useState<string | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const look = useMutation({
    mutationFn: (csv: string) => requestImport({ csv, isDryRun: true }),
  })
  const load = useMutation({
    mutationFn: (csv: string) => requestImport({ csv, isDryRun: false }),
    onSuccess: ({ done }) =>
      done ? client.invalidateQueries({ queryKey: learnersKey }) : undefined,
  })
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    look.reset()
    load.reset()
    setCsv(null)
    setUnread(null)
    if (!file) return
    try {
      const text = await readCsvFile(file)
      setCsv(text)
      look.mutate(text)
    } catch (error) {
      setUnread(error instanceof Error ? error.message : t('This file cannot be read.'))
    }
  }
  const data = load.data ?? look.data
  const isReady = csv !== null && data !== undefined && !data.done && data.problems.length === 0
  const error = load.error ?? look.error
  return (
    <section
      aria-labelledby="import-learners"
      className="rounded-md border border-line bg-sheet p-4 sm:p-5"
    >
      <h2 id="import-learners" className="text-xl">
        {t('Bring learners in')}
      </h2>
      <p className="mt-2 text-ink-soft">
        {t(
          'A CSV file with the columns email, name and courses (ids, with spaces between), at most 2,000 rows. Everybody chooses a password by “Forgot password”. The same file twice changes nothing.',
        )}
      </p>
      <label htmlFor={fieldId} className="mt-4 block font-medium">
        {t('CSV file')}
      </label>
      <input
        id={fieldId}
        type="file"
        accept=".csv,text/csv"
        onClick={(event) => {
          event.currentTarget.value = '' // the same file may be chosen again, mended
        }}
        onChange={(event) => void choose(event)}
        className="mt-1 block min-h-11 w-full max-w-full py-2 text-sm"
      />
      {(look.isPending || load.isPending) && (
        <output className="block">{t('Reading the file…')}</output>
      )}
      <Alert className="mt-3" tone="danger">
        {unread ?? error?.message}
      </Alert>
      {data && <ImportResult result={data} />}
      {isReady && (
        <Button className="mt-4" isBusy={load.isPending} onClick={() => load.mutate(csv)}>
          {t('Bring them in')}
        </Button>
      )}
    </section>
  )
}

const problemsShown = 100

function ImportResult({ result }: { result: Imported }) {
  const { rows, problems, learners, gifts, done } = result
  if (problems.length > 0) {
    return (
      <div className="mt-3">
        <Alert tone="warning">
          {t(
            '{count, plural, =1 {One thing is} other {{count} things are}} wrong in this file, so nothing was changed.',
            { count: problems.length },
          )}
        </Alert>
        <ul className="mt-3 grid gap-1 text-sm">
          {problems.slice(0, problemsShown).map(({ row, message }) => (
            <li key={`${row} ${message}`} className="wrap-anywhere">
              <strong>{t('Row {row}:', { row })}</strong> {message}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <Alert className="mt-3" tone={done ? 'success' : 'note'} isUrgent={done}>
      {done
        ? t(
            'Done: {learners, plural, one {# new learner} other {# new learners}} and {gifts, plural, one {# gift} other {# gifts}}.',
            { learners, gifts },
          )
        : t(
            '{rows, plural, one {# row} other {# rows}}, nothing wrong. This would make {learners, plural, one {# new learner} other {# new learners}} and {gifts, plural, one {# gift} other {# gifts}}.',
            { rows, learners, gifts },
          )}
    </Alert>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { readSession } from '../../ui/session.ts'

const tables = [
  { name: 'b2b', label: 'Table 4: registered buyers' },
  { name: 'b2cl', label: 'Table 5: above ₹1 lakh, other States' },
  { name: 'b2cs', label: 'Table 7: all other buyers, by State' },
  { name: 'cdnr', label: 'Table 9B: credit notes' },
  { name: 'hsn', label: 'Table 12: by SAC' },
  { name: 'docs', label: 'Table 13: numbers used' },
] as const
type TableName = (typeof tables)[number]['name']

/** The tables of GSTR-1 for a period, one file each; last month until somebody chooses. */
export function Gstr1Form() {
  const [from, setFrom] = useState(() => lastMonth().from)
  const [to, setTo] = useState(() => lastMonth().to)
  const save = useMutation({ mutationFn: (name: TableName) => download(name, from, to) })
  const fromError = from === '' ? 'Please choose the first day.' : undefined
  const toError =
    to === '' || to < from ? 'Please choose a last day that is not before the first.' : undefined
  return (
    <section aria-labelledby="gstr1" className="mt-10">
      <h2 id="gstr1" className="text-2xl">
        For GSTR-1
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        One spreadsheet for each table of the return, of the documents issued in these days. Both
        days are included.
      </p>
      <div className="mt-4 rounded-md border border-line bg-sheet p-4 sm:p-5">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="From"
            type="date"
            value={from}
            error={fromError}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="To"
            type="date"
            value={to}
            error={toError}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <ul className="mt-4 flex flex-wrap gap-2">
          {tables.map(({ name, label }) => (
            <li key={name}>
              <Button
                variant="secondary"
                size="small"
                disabled={fromError !== undefined || toError !== undefined}
                isBusy={save.isPending && save.variables === name}
                onClick={() => save.mutate(name)}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
        {save.isError && (
          <div className="mt-3">
            <Alert tone="danger">{save.error.message}</Alert>
          </div>
        )}
      </div>
    </section>
  )
}

/** In India, where the academy files. */
function lastMonth(): { from: string; to: string } {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const [year = 0, month = 1] = today.split('-').map(Number)
  const day = (date: number) => new Date(date).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 2, 1)), to: day(Date.UTC(year, month - 1, 0)) }
}

/** Past the API client, which reads JSON only: the file is saved as the server wrote it. */
async function download(name: TableName, from: string, to: string): Promise<void> {
  const query = new URLSearchParams({ from, to })
  const answer = await fetch(`/api/admin/exports/gstr1-${name}.csv?${query}`, {
    headers: { authorization: `Bearer ${readSession()?.token ?? ''}` },
  }).catch(() => null)
  if (!answer?.ok) throw new Error('The table could not be saved. Please try again.')
  saveFile(await answer.blob(), `gstr1-${name}-${from}-to-${to}.csv`)
}

import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { download } from '../../../ui/download.ts'

const tables = [
  { name: 'b2b', label: msg('Table 4: registered buyers') },
  { name: 'b2cl', label: msg('Table 5: above ₹1 lakh, other States') },
  { name: 'b2cs', label: msg('Table 7: all other buyers, by State') },
  { name: 'cdnr', label: msg('Table 9B: credit notes, registered') },
  { name: 'cdnur', label: msg('Table 9B: credit notes on table 5') },
  { name: 'hsn-b2b', label: msg('Table 12: by SAC, registered') },
  { name: 'hsn-b2c', label: msg('Table 12: by SAC, all others') },
  { name: 'docs', label: msg('Table 13: numbers used') },
] as const
type TableName = (typeof tables)[number]['name']

/** The tables of GSTR-1 for a period, one file each; last month until somebody chooses. */
export function Gstr1Form({ gstin }: { gstin: string | null }) {
  const [from, setFrom] = useState(() => lastMonth().from)
  const [to, setTo] = useState(() => lastMonth().to)
  const [failure, setFailure] = useState<string | null>(null)
  // Several files may be on their way at once.
  const told = {
    onMutate: () => setFailure(null),
    onError: ({ message }: Error) => setFailure(message),
  }
  const save = useMutation({
    mutationFn: (name: TableName) =>
      download(`GET /admin/exports/gstr1-${name}.csv`, { query: { from, to } }),
    ...told,
  })
  const saveAll = useMutation({
    mutationFn: (gstin: string) =>
      download(
        'GET /admin/exports/gstr1.json',
        { query: { from, to, gstin } },
        `gstr1-${gstin}-${to.slice(5, 7)}${to.slice(0, 4)}.json`, // as the file itself says its month
      ),
    ...told,
  })
  const fromError = from === '' ? t('Please choose the first day.') : undefined
  const toError =
    to === '' || to < from ? t('Please choose a last day that is not before the first.') : undefined
  return (
    <section aria-labelledby="gstr1" className="mt-10">
      <h2 id="gstr1" className="text-2xl">
        {t('For GSTR-1')}
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        {t(
          'One spreadsheet for each table of the return, of the documents issued in these days. Both days are included.',
        )}
      </p>
      <div className="mt-4 rounded-md border border-line bg-sheet p-4 sm:p-5">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={t('From')}
            type="date"
            value={from}
            error={fromError}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label={t('To')}
            type="date"
            value={to}
            error={toError}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <ul className="mt-4 flex flex-wrap gap-2">
          {tables.map(({ name, label }) => (
            <li key={name}>
              <ActionButton
                variant="secondary"
                size="small"
                disabled={fromError !== undefined || toError !== undefined}
                action={save}
                variables={name}
              >
                {t(label)}
              </ActionButton>
            </li>
          ))}
        </ul>
        {gstin !== null && (
          <>
            <p className="mt-4 max-w-text text-sm text-ink-soft">
              {t(
                'Or all tables in one file, as the government’s offline tool and the portal take it: for a whole month, or a whole quarter.',
              )}
            </p>
            <ActionButton
              size="small"
              className="mt-2"
              disabled={fromError !== undefined || toError !== undefined}
              action={saveAll}
              variables={gstin}
            >
              {t('Save JSON for {gstin}', { gstin })}
            </ActionButton>
          </>
        )}
        <Alert className="mt-3" tone="danger">
          {failure}
        </Alert>
      </div>
    </section>
  )
}

/** In India, where the academy files. */
function lastMonth(): { from: string; to: string } {
  const to = addDays(`${dayInIndia().slice(0, 8)}01`, -1)
  return { from: `${to.slice(0, 8)}01`, to }
}

import type { ReactNode } from 'react'
import { t } from '../../shared/i18n/translate.ts'
import { Button } from '../controls/button.tsx'
import { useHeldFocus } from '../layout/hold-focus.ts'

interface RowsFieldProps<Row> {
  /** By which it is found from the list of what needs attention. */
  id?: string
  legend: string
  /** One of them, e.g. 'link'. */
  noun: string
  rows: Row[]
  limit: number
  makeRow: () => Row
  onChange: (rows: Row[]) => void
  children: (row: Row, at: number, change: (values: Partial<Row>) => void) => ReactNode
}

/** A list whose entries have several fields. */
export function RowsField<Row extends object>(props: RowsFieldProps<Row>) {
  const { id, legend, noun, rows, limit, makeRow, onChange, children } = props
  const held = useHeldFocus<HTMLFieldSetElement>(rows)
  return (
    <fieldset {...held} id={id} className="grid gap-3">
      <legend className="mb-1 font-medium">{legend}</legend>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are told apart by their place only
        <div key={at} className="grid gap-3 rounded-md border border-line p-3">
          {children(row, at, (values) =>
            onChange(rows.map((known, place) => (place === at ? { ...known, ...values } : known))),
          )}
          <div className="flex justify-end">
            <Button
              variant="quiet"
              size="small"
              onClick={() => onChange(rows.filter((_, place) => place !== at))}
            >
              {t('Remove {noun} {number}', { noun, number: at + 1 })}
            </Button>
          </div>
        </div>
      ))}
      {rows.length < limit && (
        <div>
          <Button variant="secondary" size="small" onClick={() => onChange([...rows, makeRow()])}>
            {t('Add {noun}', { noun })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'

interface Choice<Value> {
  value: Value
  label: string
}

/** Of several lists the first is shown unless the address names another. */
export type Filters<Value> = readonly [Choice<Value>, ...Choice<Value>[]]

/** The list that the address names, and the field that names another. */
export function useFilter<Value extends string>(
  filters: Filters<Value>,
): { filter: Value; field: ReactNode } {
  const [params, setParams] = useSearchParams()
  const { value: filter } =
    filters.find(({ value }) => value === params.get('filter')) ?? filters[0]
  const field = (
    <div className="sm:max-w-xs">
      <SelectField
        label={t('Show')}
        options={filters.map(({ value, label }) => ({ value, label: t(label) }))}
        value={filter}
        onChange={(event) => setParams({ filter: event.target.value }, { replace: true })}
      />
    </div>
  )
  return { filter, field }
}

import { useSearchParams } from 'react-router'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { DifferenceList } from './difference-list.tsx'
import { ExportOrdersForm } from './export-orders-form.tsx'
import { DisputeList, RefundList, SettlementList } from './money-lists.tsx'
import { MonthSection } from './month-section.tsx'
import { SummaryCards } from './summary-cards.tsx'

const lists = {
  differences: { label: msg('Open differences'), list: <DifferenceList state="open" /> },
  resolved: { label: msg('Resolved differences'), list: <DifferenceList state="resolved" /> },
  disputes: { label: msg('Open disputes'), list: <DisputeList state="open" /> },
  over: { label: msg('Disputes that are over'), list: <DisputeList state="over" /> },
  failed: { label: msg('Failed refunds'), list: <RefundList state="failed" /> },
  waiting: { label: msg('Refunds on the way'), list: <RefundList state="waiting" /> },
  settlements: { label: msg('Settlements'), list: <SettlementList /> },
  month: { label: msg('A month, for the books'), list: <MonthSection /> },
}
type ListName = keyof typeof lists

/** What Razorpay paid out beside what was sold, and what of it waits for somebody. */
export default function FinancePage() {
  const [search, setSearch] = useSearchParams()
  const chosen = readList(search.get('list'))
  return (
    <section aria-label={t('Finance')}>
      <SummaryCards />
      <div className="mt-6 sm:max-w-xs">
        <SelectField
          label={t('Show')}
          options={Object.entries(lists).map(([value, { label }]) => ({ value, label: t(label) }))}
          value={chosen}
          onChange={(event) => setSearch({ list: event.target.value }, { replace: true })}
        />
      </div>
      <ExportOrdersForm />
      {lists[chosen].list}
    </section>
  )
}

function readList(text: string | null): ListName {
  const known = Object.keys(lists) as ListName[] // by the type of the table above
  return known.find((name) => name === text) ?? 'differences'
}

import { useState } from 'react'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import type { Days, Step } from './analytics-queries.ts'
import { CompletionBlock } from './completion-block.tsx'
import { FunnelBlock } from './funnel-block.tsx'
import { RetentionBlock } from './retention-block.tsx'
import { RevenueBlock } from './revenue-block.tsx'
import { TodayCards } from './today-cards.tsx'

const spans = {
  '30': { label: msg('Last 30 days'), days: 30 },
  '90': { label: msg('Last 90 days'), days: 90 },
  '365': { label: msg('Last 365 days'), days: 365 },
  '1825': { label: msg('Last five years'), days: 1825 },
}
type Span = keyof typeof spans

const steps: { value: Step; label: string }[] = [
  { value: 'day', label: msg('Day') },
  { value: 'week', label: msg('Week') },
  { value: 'month', label: msg('Month') },
]

/** How the academy goes: today, this month, over time, by course and by lesson. */
export default function AnalyticsPage() {
  const [span, setSpan] = useState<Span>('30')
  const [by, setBy] = useState<Step>('day')
  const days = lastDays(spans[span].days)
  return (
    <>
      <TodayCards />
      <div className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 sm:max-w-lg">
        <SelectField
          label={t('Period')}
          options={Object.entries(spans).map(([value, { label }]) => ({ value, label: t(label) }))}
          value={span}
          onChange={(event) => {
            const chosen = event.target.value as Span // one of the options
            setSpan(chosen)
            setBy(usualStep(spans[chosen].days))
          }}
        />
        <SelectField
          label={t('Revenue by')}
          options={steps.map(({ value, label }) => ({ value, label: t(label) }))}
          value={by}
          onChange={(event) => setBy(event.target.value as Step)} // one of the options
        />
      </div>
      <RevenueBlock days={days} by={by} />
      <FunnelBlock days={days} />
      <CompletionBlock />
      <RetentionBlock />
    </>
  )
}

/** Few enough bars to be told apart. */
function usualStep(days: number): Step {
  if (days <= 30) return 'day'
  return days <= 90 ? 'week' : 'month'
}

/** Until today, by the days of India. */
function lastDays(count: number): Days {
  const to = dayInIndia()
  return { from: addDays(to, 1 - count), to }
}

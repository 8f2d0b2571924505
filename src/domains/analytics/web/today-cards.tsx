import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { paths } from '../../../paths.ts'
import { perLanguage } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import type { getAnalyticsToday } from '../contract.ts'
import { todayQuery } from './analytics-queries.ts'
import { Loaded } from './figure-block.tsx'

type Today = ResponseOf<typeof getAnalyticsToday>
type Period = Today['today']
type Compared = Period['paid']

/** How today and this month go, each beside the period before. */
export function TodayCards() {
  return (
    <Loaded noun={t('figures of today')} found={useQuery(todayQuery)}>
      {({ today, month, waiting }) => (
        <>
          <Waiting waiting={waiting} />
          <PeriodCards title={t('Today')} period={today} than={tellYesterday(today)} />
          <PeriodCards title={t('This month')} period={month} than={tellMonthBefore(month)} />
        </>
      )}
    </Loaded>
  )
}

// Of the server, so that they stay true in a page that lies open past midnight.
function tellYesterday({ before }: Period): string {
  return before.until === null
    ? t('yesterday')
    : t('by this time yesterday, {time}', { time: before.until })
}

function tellMonthBefore({ before }: Period): string {
  const day = new Date(`${before.to}T00:00:00Z`)
  return before.until === null
    ? t('all of {month}, which had fewer days', { month: monthName().format(day) })
    : t('by this time last month, {day} at {time}', {
        day: dayAndMonth().format(day),
        time: before.until,
      })
}

const monthName = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }),
)
const dayAndMonth = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', timeZone: 'UTC' }),
)

function Waiting({ waiting }: Pick<Today, 'waiting'>) {
  const { orders, alarms } = waiting
  const isCalm = orders === 0 && alarms === 0
  return (
    <p
      className={`rounded-md border border-line px-4 py-3 ${alarms > 0 ? 'bg-danger-wash' : 'bg-sheet'}`}
    >
      {isCalm
        ? t('Nothing waits: no open order, no alarm.')
        : t(
            '{orders, plural, one {# order waits} other {# orders wait}} for a payment, {alarms, plural, one {# alarm is} other {# alarms are}} open.',
            { orders, alarms },
          )}{' '}
      {!isCalm && (
        <Link to={`${paths.admin}?tab=payments`} className="font-medium underline">
          {t('Look at payments')}
        </Link>
      )}
    </p>
  )
}

interface PeriodCardsProps {
  title: string
  period: Period
  /** What the small figures tell of. */
  than: string
}

function PeriodCards({ title, period, than }: PeriodCardsProps) {
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="text-xl">{title}</h2>
      <p className="text-sm text-ink-soft">{t('The small figures: {than}.', { than })}</p>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <Card name={t('Money in')} figure={period.money_in} write={formatRupees} />
        <Card name={t('Given back')} figure={period.refunded} write={formatRupees} />
        <Card name={t('Orders begun')} figure={period.orders} />
        <Card name={t('Alarms raised')} figure={period.alarms} />
        <Card name={t('New learners')} figure={period.learners} />
        <Card name={t('Courses completed')} figure={period.completions} />
      </dl>
    </section>
  )
}

interface CardProps {
  name: string
  figure: Compared
  write?: (value: number) => string
}

function Card({ name, figure, write = inWords }: CardProps) {
  return (
    <div className="min-w-0 rounded-md border border-line bg-sheet px-3 py-3">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd>
        <span className="block break-words font-display text-2xl tabular-nums">
          {write(figure.now)}
        </span>
        <span className="block text-sm text-ink-soft">
          <span className="sr-only">{t('Before:')} </span>
          {write(figure.before)} {describeChange(figure)}
        </span>
      </dd>
    </div>
  )
}

const inWords = (value: number): string => value.toLocaleString('en-IN')

/** Where the period before had nothing, no percent says anything. */
function describeChange({ now, before }: Compared): string {
  if (before === 0 || now === before) return ''
  const percent = Math.round(((now - before) / before) * 100)
  return `(${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-IN')}%)`
}

import { t } from '../shared/i18n/translate.ts'
import { formatRupees } from '../shared/money.ts'

interface PriceProps {
  amountInRupees: number
  /** Shown struck through. */
  usualInRupees?: number | undefined
  className?: string
}

/** An amount in rupees, with the usual price struck beside it where one is given. */
export function Price({ amountInRupees, usualInRupees, className = '' }: PriceProps) {
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 tabular-nums ${className}`}>
      <span className="font-display font-semibold">
        {usualInRupees !== undefined && <span className="sr-only">{t('Now')}</span>}
        {formatRupees(amountInRupees)}
      </span>
      {usualInRupees !== undefined && (
        <s className="text-[0.7em] text-ink-soft">
          <span className="sr-only">{t('instead of')}</span>
          {formatRupees(usualInRupees)}
        </s>
      )}
    </span>
  )
}

import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { Price } from '../../../ui/price.tsx'

interface OfferPriceProps {
  /** Rupees, as all here. */
  price: number
  /** Null: there is nothing to hold it against. */
  formerPrice: number | null
  /** When it ends; null: it does not, or nobody said. */
  endsAt: string | null
  className: string
}

/** A price, what it saves and until when. Nothing of it ticks: the end is told as it is. */
export function OfferPrice({ price, formerPrice, endsAt, className }: OfferPriceProps) {
  if (price === 0) {
    return (
      <p className="grow font-display text-[1.5em] font-semibold">{t('Free with your coupon')}</p>
    )
  }
  return (
    <>
      <div className="min-w-min grow basis-0">
        <Price
          amountInRupees={price}
          usualInRupees={formerPrice ?? undefined}
          className={className}
        />
        {formerPrice !== null && (
          <p className="text-[0.875em] font-medium text-leaf tabular-nums lg:mt-1 lg:text-base">
            {t('Save {amount}', { amount: formatRupees(formerPrice - price) })}
          </p>
        )}
      </div>
      {endsAt !== null && (
        // In the bar at the bottom edge a line of its own, above price and button.
        <p className="text-[0.875em] text-ink-soft max-lg:order-first lg:text-sm max-lg:basis-full">
          {t('Launch price until {time} IST', { time: formatDateTime(endsAt) })}
        </p>
      )}
    </>
  )
}

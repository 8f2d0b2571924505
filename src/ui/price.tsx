import { formatRupees } from '../shared/money.ts'
import { rich } from './rich.tsx'

const spoken = <span className="sr-only" />

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
        {usualInRupees === undefined
          ? formatRupees(amountInRupees)
          : rich('<spoken>Now </spoken>{price}', { spoken, price: formatRupees(amountInRupees) })}
      </span>
      {usualInRupees !== undefined && (
        <s className="text-[0.7em] text-ink-soft">
          {rich('<spoken>instead of </spoken>{price}', {
            spoken,
            price: formatRupees(usualInRupees),
          })}
        </s>
      )}
    </span>
  )
}

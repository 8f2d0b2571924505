import { t } from '../../../shared/i18n/translate.ts'
import { Cover } from '../../../ui/figures/cover.tsx'
import { Price } from '../../../ui/price.tsx'
import type { PurchaseIntention } from './intended-purchase.ts'

/** Cover, title and price of the course, as the buyer has just seen them. */
export default function PurchaseSummary({ intention }: { intention: PurchaseIntention }) {
  const { title, price } = intention
  return (
    <section
      aria-label={t('What you are buying')}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sheet p-3"
    >
      <div className="w-28 shrink-0">
        <Cover course={intention} isFirstSeen className="rounded-sm" />
      </div>
      <div className="min-w-32 grow basis-0">
        <p className="font-medium leading-snug wrap-anywhere">{title}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <Price amountInRupees={price} className="text-xl" />
          <span className="text-sm text-ink-soft">{t('one payment')}</span>
        </p>
      </div>
    </section>
  )
}

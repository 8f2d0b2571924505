import { lazy, memo } from 'react'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { leaveOut } from '../../../http/web/leave-out.ts'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import type { ItemForSale } from '../../accounts/web/intended-purchase.ts'
import type { Course, getCourse } from '../../catalogue/contract.ts'
import { DeferredSection } from '../../catalogue/web/deferred-section.tsx'
import type { getQuote } from '../../offers/contract.ts'
import { PurchaseButton } from './purchase/purchase-button.tsx'
import { type PurchaseNotice, PurchaseNoticeBox } from './purchase/purchase-notice.tsx'
import type { Purchase } from './purchase/use-purchase.ts'

/** What the server says of a price with a coupon. */
export type Quote = ResponseOf<typeof getQuote>
/** As the page's loader has it. */
export type SoldCourse = Course & Pick<ResponseOf<typeof getCourse>, 'tax_included'>

const CoursePrice = lazy(() =>
  import('./course-terms.tsx').then(({ CoursePrice }) => ({ default: CoursePrice }), leaveOut),
)
const Terms = lazy(() =>
  import('./course-terms.tsx').then(({ CourseTerms }) => ({ default: CourseTerms }), leaveOut),
)

interface BuyBlockProps {
  course: SoldCourse
  /** Null: no coupon is in play. */
  quote: Quote | null
  item: ItemForSale
  purchase: Purchase
  /** What a checkout that led away came back with. */
  landing: PurchaseNotice | null
}

/**
 * Price and button. On narrow screens a bar that sticks to the bottom edge while one reads: there all
 * goes by its own letters, which grow with those of the page as far as a quarter of the height allows.
 */
export function BuyBlock({ course, quote, item, purchase, landing }: BuyBlockProps) {
  const notice = purchase.notice ?? (purchase.isBusy ? null : landing)
  return (
    <div
      data-buy-bar=""
      className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:order-last max-lg:-mx-[clamp(1rem,4vw,2rem)] max-lg:border-t max-lg:border-line max-lg:bg-sheet max-lg:px-[clamp(16px,4vw,32px)] max-lg:pt-[0.4em] max-lg:pb-[max(0.4em,env(safe-area-inset-bottom))] max-lg:text-[min(1rem,max(16px,2.4svh))] max-lg:leading-tight"
    >
      {notice !== null && (
        <div className="mb-3">
          <PurchaseNoticeBox notice={notice} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-[1em] gap-y-[0.2em] lg:block">
        <div className="max-lg:contents max-lg:*:contents">
          <LatePrice course={course} quote={quote} />
        </div>
        <PurchaseButton
          purchase={purchase}
          item={item}
          className="max-w-full shrink-0 max-lg:min-h-[max(2.75em,44px)] max-lg:px-[1.25em]! max-lg:py-[0.4em]! lg:mt-5 lg:w-full"
        />
      </div>
    </div>
  )
}

// Both stand in the page as it comes, and are drawn anew only for what they show: a purchase under way
// must not disturb what still waits for its scripts.
const LatePrice = memo(function LatePrice(props: Pick<BuyBlockProps, 'course' | 'quote'>) {
  return (
    <DeferredSection fallback={<Skeleton className="h-14 grow" />}>
      <CoursePrice {...props} />
    </DeferredSection>
  )
})

interface CourseTermsProps {
  course: SoldCourse
  quote: Quote | null
  /** Null: no coupon is in play (any more). */
  onQuote: (quote: Quote | null) => void
}

export const CourseTerms = memo(function CourseTerms(props: CourseTermsProps) {
  return (
    <DeferredSection fallback={<Skeleton className="h-80" />}>
      <Terms {...props} />
    </DeferredSection>
  )
})

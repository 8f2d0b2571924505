import { Link } from 'react-router'
import type { Course } from '../../catalogue/contract.ts'
import { describeModuleCount } from '../../catalogue/screens/summarise-outline.ts'
import { paths } from '../../paths.ts'
import { formatRupees } from '../../ui/format.ts'
import { Price } from '../../ui/price.tsx'
import { useSite } from '../../ui/site.ts'
import { PurchaseButton } from '../purchase/purchase-button.tsx'
import { type PurchaseNotice, PurchaseNoticeBox } from '../purchase/purchase-notice.tsx'
import type { Purchase } from '../purchase/use-purchase.ts'

/** The advertised price has the advertised usual price (docs/decisions/0035). */
const usualPriceFactor = 4
const methods = ['UPI', 'Card', 'Netbanking', 'Wallet', 'EMI']

interface BuyBlockProps {
  course: Course
  purchase: Purchase
  /** What a checkout that led away came back with. */
  landing: PurchaseNotice | null
}

/** Price and button. On narrow screens a bar that sticks to the bottom edge while one reads. */
export function BuyBlock({ course, purchase, landing }: BuyBlockProps) {
  const notice = purchase.notice ?? (purchase.isBusy ? null : landing)
  const { figures } = useSite()
  const usual =
    course.price === figures.priceInRupees
      ? figures.usualPriceInRupees
      : course.price * usualPriceFactor
  return (
    <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:order-last max-lg:-mx-[clamp(1rem,4vw,2rem)] max-lg:border-t max-lg:border-line max-lg:bg-sheet max-lg:px-[clamp(1rem,4vw,2rem)] max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {notice !== null && (
        <div className="mb-3">
          <PurchaseNoticeBox notice={notice} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:block">
        <div className="min-w-min grow basis-0">
          <Price
            amountInRupees={course.price}
            usualInRupees={usual}
            className="text-2xl max-sm:gap-x-1.5 sm:text-3xl lg:text-4xl"
          />
          <p className="text-sm font-medium text-leaf tabular-nums lg:mt-1 lg:text-base">
            Save {formatRupees(usual - course.price)}
          </p>
        </div>
        <PurchaseButton
          purchase={purchase}
          course={course}
          className="max-w-full shrink-0 max-sm:px-5! lg:mt-5 lg:w-full"
        />
      </div>
    </div>
  )
}

/** What the price covers, how one can pay, and how one gets the money back. */
export function CourseTerms({ course }: { course: Course }) {
  const { guaranteeInDays } = useSite().figures
  return (
    <div className="max-lg:mb-8 max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-sheet max-lg:p-5 lg:mt-6 lg:border-t lg:border-line lg:pt-5">
      <h2 className="text-lg">One payment, yours for life</h2>
      <ul className="mt-3 grid gap-2">
        {[
          describeModuleCount(course),
          'Lifetime access on phone and computer',
          'Certificate of completion',
        ].map((term) => (
          <li key={term} className="flex gap-2.5">
            <TickPicture />
            {term}
          </li>
        ))}
        <li className="flex gap-2.5">
          <TickPicture />
          <Link to={paths.refundPolicy} className="text-link">
            {guaranteeInDays}-day money-back guarantee
          </Link>
        </li>
      </ul>
      <h3 className="mt-5 text-sm text-ink-soft">Pay by</h3>
      <ul className="mt-2 flex flex-wrap gap-1.5 text-sm">
        {methods.map((method) => (
          <li key={method} className="rounded-sm border border-line px-2 py-0.5">
            {method}
          </li>
        ))}
      </ul>
    </div>
  )
}

function TickPicture() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf">
      <path
        d="m5 12.5 4.5 4.5L19 7.5"
        className="fill-none stroke-current stroke-[2.25] [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </svg>
  )
}

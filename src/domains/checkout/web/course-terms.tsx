import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { useSite } from '../../../ui/site.ts'
import { describeModuleCount } from '../../catalogue/web/summarise-outline.ts'
import { adultStatement } from '../adult-statement.ts'
import { OfferDetails } from './offer-details.tsx'
import { OfferPrice } from './offer-price.tsx'
import type { Quote, SoldCourse } from './price-panel.tsx'

const methods = ['UPI', msg('Card'), msg('Netbanking'), msg('Wallet'), 'EMI']

interface CoursePriceProps {
  course: SoldCourse
  quote: Quote | null
}

/** What is paid now, beside what it is held against: where an offer runs, the true former price. */
export function CoursePrice({ course, quote }: CoursePriceProps) {
  const { figures } = useSite()
  const { launch_price: launch } = course
  const price = quote?.price ?? launch?.price ?? course.price
  const list = quote?.list_price ?? course.price
  // The advertised price has the advertised usual price (docs/decisions/0035).
  const usual =
    list === figures.priceInRupees
      ? figures.usualPriceInRupees
      : figures.usualPriceFactor && list * figures.usualPriceFactor
  return (
    <>
      <OfferPrice
        price={price}
        formerPrice={price < list ? list : usual}
        endsAt={quote ? quote.launch_price_ends_at : (launch?.ends_at ?? null)}
        className="text-[1.5em] max-sm:gap-x-[0.25em] sm:text-[1.875em] lg:text-4xl"
      />
      {/* In the bar at the bottom edge, which has a quarter of the height: the terms say it in letters of any size. */}
      <p className="order-last basis-full text-[12px] leading-tight text-ink-soft lg:hidden [@media(max-height:420px)]:hidden">
        {t(adultStatement)}
      </p>
    </>
  )
}

/** What the price covers, what is in it, how one can pay, and how one gets the money back. */
export function CourseTerms(props: CoursePriceProps & { onQuote: (quote: Quote | null) => void }) {
  const { course, quote, onQuote } = props
  const { figures, sandbox } = useSite()
  const hasCount = course.modules.length > 0 || sandbox
  const lessons = course.modules.flatMap(({ videos }) => videos)
  const later = lessons.filter(({ opens }) => opens).length
  return (
    <div className="max-lg:mb-8 max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-sheet max-lg:p-5 lg:mt-4">
      <OfferDetails
        item={course}
        quote={quote}
        taxIncluded={course.tax_included ?? null}
        onQuote={onQuote}
      />
      <h2 className="mt-5 border-t border-line pt-5 text-lg">{t('One payment, yours for life')}</h2>
      <ul className="mt-3 grid gap-2">
        {[
          ...(hasCount ? [describeModuleCount(course)] : []),
          ...(later > 0
            ? [
                t(
                  '{now, plural, =0 {No lesson opens} one {# lesson opens} other {# lessons open}} at once, {later, plural, one {# more} other {# more}} when the plan on this page says',
                  { now: lessons.length - later, later },
                ),
              ]
            : []),
          t('Lifetime access on phone and computer'),
          t('Certificate of completion'),
        ].map((term) => (
          <li key={term} className="flex gap-2.5">
            <TickPicture />
            {term}
          </li>
        ))}
        <li className="flex gap-2.5">
          <TickPicture />
          <Link to={paths.refundPolicy} className="text-link">
            {t('{days, number}-day money-back guarantee', { days: figures.guaranteeInDays })}
          </Link>
        </li>
      </ul>
      <h3 className="mt-5 text-sm text-ink-soft">{t('Pay by')}</h3>
      <ul className="mt-2 flex flex-wrap gap-1.5 text-sm">
        {methods.map((method) => (
          <li key={method} className="rounded-sm border border-line px-2 py-0.5">
            {t(method)}
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

import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import { correctSession } from '../../domains/accounts/web/correct-session.ts'
import type { ItemForSale } from '../../domains/accounts/web/intended-purchase.ts'
import { OfferDetails } from '../../domains/checkout/web/offer-details.tsx'
import { OfferPrice } from '../../domains/checkout/web/offer-price.tsx'
import type { Quote } from '../../domains/checkout/web/price-panel.tsx'
import { PurchaseButton } from '../../domains/checkout/web/purchase/purchase-button.tsx'
import { PurchaseNoticeBox } from '../../domains/checkout/web/purchase/purchase-notice.tsx'
import { takeDueCheckout } from '../../domains/checkout/web/purchase/take-due-checkout.ts'
import { usePurchase } from '../../domains/checkout/web/purchase/use-purchase.ts'
import { useLandingNotice } from '../../domains/checkout/web/use-landing-notice.ts'
import type { getBundle } from '../../domains/offers/contract.ts'
import type { ResponseOf } from '../../http/endpoint.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { formatRupees } from '../../shared/money.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Cover } from '../../ui/figures/cover.tsx'
import { useSession } from '../../ui/session.ts'

type Bundle = ResponseOf<typeof getBundle>

/** One bundle: its courses, what they cost one by one, and what is saved. */
export default function BundleOffer({ bundle }: { bundle: Bundle }) {
  const { title, description, courses } = bundle
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <article>
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {description !== '' && (
            <p className="mt-3 max-w-text text-lg whitespace-pre-line text-ink-soft">
              {description}
            </p>
          )}
          <h2 className="mt-8 text-2xl">
            {t('{count, plural, one {# course} other {# courses}} in it', {
              count: courses.length,
            })}
          </h2>
          <ul className="mt-4 grid gap-3">
            {courses.map((course) => (
              <BundledCourse key={course.id} course={course} />
            ))}
          </ul>
        </article>
        <BuyPanel bundle={bundle} />
      </div>
    </div>
  )
}

function BundledCourse({ course }: { course: Bundle['courses'][number] }) {
  return (
    <li className="flex flex-wrap items-center gap-4 rounded-md border border-line bg-sheet p-3">
      <Cover course={course} sizes="8rem" className="w-28 shrink-0 rounded-sm sm:w-32" />
      <div className="min-w-32 grow basis-0">
        <h3 className="text-lg">
          <Link to={paths.course(course.id)} className="text-link">
            {course.title}
          </Link>
        </h3>
        <p className="text-ink-soft tabular-nums">
          {t('{price} by itself', { price: formatRupees(course.price) })}
        </p>
      </div>
    </li>
  )
}

function BuyPanel({ bundle }: { bundle: Bundle }) {
  const { revalidate } = useRevalidator()
  const [quote, setQuote] = useState<Quote | null>(null)
  const purchase = usePurchase({ onMaybeOwned: () => void revalidate() })
  const item = useItem(bundle, quote)
  const owned = useSession()?.user.purchased_courses ?? []
  const missing = bundle.courses.filter(({ id }) => !owned.includes(id))
  const landing = useLandingNotice({ isOwned: missing.length === 0, onCheck: correctSession })
  const notice = purchase.notice ?? (purchase.isBusy ? null : landing)
  // What was bought or went back on another device is not stored in this one.
  useEffect(() => void correctSession().catch(() => undefined), [])

  // Who has just signed in to buy this bundle finds its checkout open.
  const goOnBuying = useEffectEvent(() => {
    if (takeDueCheckout(sessionStorage, bundle.id, Date.now())) purchase.buy(item)
  })
  useEffect(() => goOnBuying(), [])

  return (
    <aside
      aria-label={t('Price and purchase')}
      className="rounded-md border border-line bg-sheet p-5 lg:sticky lg:top-6 lg:self-start lg:p-6"
    >
      {notice !== null && (
        <div className="mb-3">
          <PurchaseNoticeBox notice={notice} />
        </div>
      )}
      {missing.length === 0 ? (
        <>
          <p className="mb-4">{t('All courses of this bundle are yours.')}</p>
          <LinkButton to={paths.myCourses}>{t('Go to My Courses')}</LinkButton>
        </>
      ) : (
        <>
          <OfferPrice
            price={quote?.price ?? bundle.price}
            formerPrice={quote ? listPriceAbove(quote) : bundle.former_price}
            endsAt={null}
            className="text-3xl lg:text-4xl"
          />
          <PurchaseButton purchase={purchase} item={item} className="mt-4 w-full" />
          {/* Below the button: it is known once the page is alive, and nothing is to move under a press. */}
          {missing.length < bundle.courses.length && (
            <p className="mt-2 text-sm text-ink-soft">
              {t(
                'Of its {count} courses, {owned, plural, one {# is} other {# are}} yours already. The price of the bundle is the same.',
                { count: bundle.courses.length, owned: bundle.courses.length - missing.length },
              )}
            </p>
          )}
          <div className="mt-4">
            <OfferDetails
              item={bundle}
              isBundle
              quote={quote}
              taxIncluded={bundle.tax_included}
              onQuote={setQuote}
            />
          </div>
        </>
      )}
    </aside>
  )
}

/** Null: nothing is saved. */
function listPriceAbove({ price, list_price: listPrice }: Quote): number | null {
  return price < listPrice ? listPrice : null
}

/** The bundle as it is bought: with the coupon of the address, unless the server says it counts not. */
function useItem(bundle: Bundle, quote: Quote | null) {
  const [search] = useSearchParams()
  const coupon = search.get('coupon')
  const item: ItemForSale = {
    id: bundle.id,
    title: bundle.title,
    thumbnail: bundle.courses[0]?.thumbnail ?? null,
    isBundle: true,
    price: quote?.price ?? bundle.price,
    coupon: quote ? quote.coupon?.code : coupon,
    path: paths.bundle(bundle.id) + (coupon ? `?${new URLSearchParams({ coupon })}` : ''),
  }
  return item
}

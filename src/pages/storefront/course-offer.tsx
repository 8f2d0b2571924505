import { lazy, memo, useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { ItemForSale } from '../../domains/accounts/web/intended-purchase.ts'
import type { Course } from '../../domains/catalogue/contract.ts'
import { DeferredSection } from '../../domains/catalogue/web/deferred-section.tsx'
import { LockPicture } from '../../domains/catalogue/web/lock-picture.tsx'
import {
  BuyBlock,
  CourseTerms,
  type Quote,
  type SoldCourse,
} from '../../domains/checkout/web/price-panel.tsx'
import { takeDueCheckout } from '../../domains/checkout/web/purchase/take-due-checkout.ts'
import { usePurchase } from '../../domains/checkout/web/purchase/use-purchase.ts'
import { useLandingNotice } from '../../domains/checkout/web/use-landing-notice.ts'
import { leaveOut } from '../../http/web/leave-out.ts'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { Cover } from '../../ui/figures/cover.tsx'

const CourseDetails = lazy(() =>
  import('./course-details.tsx').then(
    ({ CourseDetails }) => ({ default: CourseDetails }),
    leaveOut,
  ),
)

const CourseTrailer = lazy(() =>
  import('./course-trailer.tsx').then(
    ({ CourseTrailer }) => ({ default: CourseTrailer }),
    leaveOut,
  ),
)

/**
 * The course for those who do not own it: the picture, what the course tells of itself, and the
 * price, which stays beside it on wide screens and at the bottom edge on narrow ones.
 */
export function CourseOffer({ course }: { course: SoldCourse }) {
  const { revalidate } = useRevalidator()
  const [quote, setQuote] = useState<Quote | null>(null)
  const item = useItem(course, quote)
  const purchase = usePurchase({ onMaybeOwned: () => void revalidate() })
  const landing = useLandingNotice({ onCheck: revalidate })

  // Who has just signed in to buy this course finds its checkout open.
  const goOnBuying = useEffectEvent(() => {
    if (takeDueCheckout(sessionStorage, course.id, Date.now())) purchase.buy(item)
  })
  useEffect(() => goOnBuying(), [])

  return (
    <div className="page-width pt-4 sm:pt-8">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <article>
          <Article course={course} />
        </article>
        <aside
          aria-label={t('Price and purchase')}
          className="max-lg:contents lg:sticky lg:top-6 lg:self-start lg:rounded-md lg:border lg:border-line lg:bg-sheet lg:p-6"
        >
          <BuyBlock
            course={course}
            quote={quote}
            item={item}
            purchase={purchase}
            landing={landing}
          />
          <CourseTerms course={course} quote={quote} onQuote={setQuote} />
        </aside>
      </div>
    </div>
  )
}

/** The course as it is bought: with the coupon of the address, unless the server says it counts not. */
function useItem(course: SoldCourse, quote: Quote | null): ItemForSale {
  const [search] = useSearchParams()
  const coupon = search.get('coupon')
  const { id, title, thumbnail } = course
  return {
    id,
    title,
    thumbnail,
    price: quote?.price ?? course.launch_price?.price ?? course.price,
    coupon: quote ? quote.coupon?.code : coupon,
    path: paths.course(id) + (coupon ? `?${new URLSearchParams({ coupon })}` : ''),
  }
}

/**
 * What is told of the course stands in the page as it comes; its scripts come after those that sell.
 * Drawn once for each course: a purchase under way must not disturb what is still waiting for them.
 */
const Article = memo(function Article({ course }: { course: Course }) {
  const picture = <Cover course={course} isFirstSeen sizes="(min-width:64rem) 45rem,100vw" />
  return (
    <>
      <div className="relative overflow-hidden rounded-lg">
        {course.trailer ? (
          <DeferredSection fallback={picture}>
            <CourseTrailer course={course} />
          </DeferredSection>
        ) : (
          picture
        )}
        <p
          className={
            course.trailer
              ? 'mt-2 flex flex-wrap justify-between gap-x-4'
              : 'absolute inset-x-3 bottom-3 flex justify-center sm:inset-x-4 sm:bottom-4'
          }
        >
          {course.trailer && <span className="py-2 text-sm">{t('The trailer')}</span>}
          <span
            className={`flex items-center gap-2 rounded-full py-2 text-sm font-medium ${course.trailer ? '' : 'bg-sheet px-4 shadow-over'}`}
          >
            <LockPicture className="size-4.5" />
            {t('Purchase this course to unlock')}
          </span>
        </p>
      </div>
      <h1 className="mt-6 text-3xl sm:text-4xl">{course.title}</h1>
      {course.subtitle && <p className="mt-2 text-xl">{course.subtitle}</p>}
      <DeferredSection fallback={<Skeleton className="mt-6 h-96" />}>
        <CourseDetails course={course} />
      </DeferredSection>
    </>
  )
})

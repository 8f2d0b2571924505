import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator, useSearchParams } from 'react-router'
import type { Course } from '../../catalogue/contract.ts'
import { LockedOutline, LockPicture } from '../../catalogue/screens/locked-outline.tsx'
import { describeLessons } from '../../catalogue/screens/summarise-outline.ts'
import { Cover } from '../../ui/figures/cover.tsx'
import { takeDueCheckout } from '../purchase/purchase-due.ts'
import type { PurchaseNotice } from '../purchase/purchase-notice.tsx'
import { usePurchase } from '../purchase/use-purchase.ts'
import { BuyBlock, CourseTerms } from './price-panel.tsx'

/**
 * The course for those who do not own it: the picture, the sentence, the locked outline, and the
 * price, which stays beside it on wide screens and at the bottom edge on narrow ones.
 */
export function CourseOffer({ course }: { course: Course }) {
  const { revalidate } = useRevalidator()
  const purchase = usePurchase({ onMaybeOwned: () => void revalidate() })
  const landing = useLandingNotice()

  // Who has just signed in to buy this course finds its checkout open.
  const goOnBuying = useEffectEvent(() => {
    if (takeDueCheckout(sessionStorage, course.id, Date.now())) purchase.buy(course)
  })
  useEffect(() => goOnBuying(), [])

  const lessons = describeLessons(course)
  return (
    <div className="page-width pt-4 sm:pt-8">
      <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-10">
        <article>
          <LockedVideo course={course} />
          <h1 className="mt-6 text-3xl sm:text-4xl">{course.title}</h1>
          {lessons !== null && <p className="mt-2 text-ink-soft tabular-nums">{lessons}</p>}
          <p className="mt-4 max-w-text text-lg whitespace-pre-line">{course.description}</p>
          <h2 className="mt-10 text-2xl">What is inside</h2>
          <p className="mt-1 mb-4 text-ink-soft">Every lesson opens once the course is yours.</p>
          <LockedOutline modules={course.modules} />
        </article>
        <aside
          aria-label="Price and purchase"
          className="max-lg:contents lg:sticky lg:top-6 lg:self-start lg:rounded-md lg:border lg:border-line lg:bg-sheet lg:p-6"
        >
          <BuyBlock course={course} purchase={purchase} landing={landing} />
          <CourseTerms course={course} />
        </aside>
      </div>
    </div>
  )
}

function LockedVideo({ course }: { course: Course }) {
  return (
    <div className="relative overflow-hidden rounded-lg">
      <Cover course={course} isFirstSeen sizes="(min-width:64rem) 45rem,100vw" />
      <p className="absolute inset-x-3 bottom-3 flex justify-center sm:inset-x-4 sm:bottom-4">
        <span className="flex items-center gap-2 rounded-full bg-sheet px-4 py-2 text-sm font-medium text-ink shadow-over">
          <LockPicture className="size-4.5" />
          Purchase this course to unlock
        </span>
      </p>
    </div>
  )
}

const checkEveryInMs = 4000
const checksAtMost = 45

/** The words could not be fetched: said of every way in which a payment can have ended. */
const unfetched: PurchaseNotice = {
  tone: 'warning',
  sentence: 'Please check your payment history before you pay again.',
  more: [],
}

/** What a checkout that led away came back with. While it is pending, the course is asked for. */
function useLandingNotice() {
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const [checks, setChecks] = useState(0)
  const [notice, setNotice] = useState<PurchaseNotice | null>(null)
  const payment = search.get('payment')
  const isPending = payment === 'pending'

  useEffect(() => {
    if (payment === null) return
    import('../purchase/landing-notice.ts').then(
      ({ describeLanding }) => setNotice(describeLanding(payment)),
      () => setNotice(unfetched),
    )
  }, [payment])

  useEffect(() => {
    if (!isPending || checks >= checksAtMost) return undefined
    const timer = setTimeout(() => {
      setChecks(checks + 1)
      void revalidate()
    }, checkEveryInMs)
    return () => clearTimeout(timer)
  }, [isPending, checks, revalidate])

  return payment === null ? null : notice
}

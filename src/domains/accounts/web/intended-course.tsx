import { lazy, Suspense } from 'react'
import { leaveOut } from '../../../http/web/leave-out.ts'
import type { PurchaseIntention } from './intended-purchase.ts'

const PurchaseSummary = lazy(() => import('./purchase-summary.tsx').catch(leaveOut))

/** What is being bought, above the form that lets its buyer in. */
export function IntendedCourse({ intention }: { intention: PurchaseIntention | null }) {
  if (intention === null) return null
  return (
    <Suspense fallback={<div className="h-28" />}>
      <PurchaseSummary intention={intention} />
    </Suspense>
  )
}

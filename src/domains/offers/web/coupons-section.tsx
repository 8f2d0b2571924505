import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import type { Coupon, endCoupon } from '../contract.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponsQuery, offersKey } from './offer-queries.ts'

/** The coupons with their uses; a new one; the end of one. */
export function CouponsSection() {
  const client = useQueryClient()
  const found = useInfiniteQuery(couponsQuery)
  const [ending, setEnding] = useState<Coupon | null>(null)
  const end = useMutation({
    mutationFn: (code: string) =>
      call<typeof endCoupon>('DELETE /admin/coupons/:code', { params: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: offersKey }),
    onSettled: () => setEnding(null),
  })
  return (
    <section aria-labelledby="coupons" className="mt-8">
      <h2 id="coupons" className="text-2xl">
        Coupons
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        A coupon is typed beside the price, or comes by a link: add <code>?coupon=CODE</code> to the
        address of a course.
      </p>
      <CouponForm />
      {end.isError && (
        <div className="mt-4">
          <Alert tone="danger">The coupon could not be ended: {end.error.message}</Alert>
        </div>
      )}
      <PagedTable
        noun="coupons"
        found={found}
        rowsOf={({ coupons }) => coupons}
        keyOf={({ code }) => code}
        columns={[...columns, endColumn(setEnding)]}
        empty={{ title: 'No coupons yet', text: 'Coupons that you make appear here.' }}
      />
      <AlertDialog
        isOpen={ending !== null}
        title="End the coupon"
        text={`${ending?.code ?? ''} is not taken any more. Orders made with it may still be paid. It cannot begin again.`}
        confirmLabel="End it"
        isDangerous
        isBusy={end.isPending}
        onConfirm={() => ending && end.mutate(ending.code)}
        onCancel={() => setEnding(null)}
      />
    </section>
  )
}

const columns: Column<Coupon>[] = [
  {
    heading: 'Code',
    cell: (coupon) => (
      <>
        <span className="font-medium break-all">{coupon.code}</span>
        {whyNotTaken(coupon) !== null && (
          <span className="block">
            <Badge tone="plain">{whyNotTaken(coupon)}</Badge>
          </span>
        )}
      </>
    ),
  },
  { heading: 'Takes off', cell: ({ text }) => text },
  {
    heading: 'For',
    cell: ({ course_id, course_title, first_purchase_only }) => (
      <>
        {course_id === null ? 'everything' : (course_title ?? 'a course that was deleted')}
        {first_purchase_only && <span className="block text-ink-soft">first purchase only</span>}
      </>
    ),
  },
  {
    heading: 'From and until',
    isUnbroken: true,
    cell: ({ starts_at, ends_at, ended_at }) => (
      <>
        {ended_at !== null && <span className="block">ended {formatDateTime(ended_at)}</span>}
        {starts_at !== null && <span className="block">from {formatDateTime(starts_at)}</span>}
        {ends_at !== null && <span className="block">until {formatDateTime(ends_at)}</span>}
        {starts_at === null && ends_at === null && ended_at === null && 'no end'}
      </>
    ),
  },
  {
    heading: 'Uses',
    isNumber: true,
    cell: ({ uses, max_uses, max_uses_per_learner }) => (
      <>
        {uses.used}
        {max_uses !== null && ` of ${max_uses.toLocaleString('en-IN')}`}
        {uses.reserved > 0 && <span className="block text-ink-soft">{uses.reserved} unpaid</span>}
        {max_uses_per_learner !== null && (
          <span className="block text-ink-soft">{max_uses_per_learner} for each learner</span>
        )}
      </>
    ),
  },
]

/** Why nobody can use a coupon now; null: somebody can. */
function whyNotTaken({ starts_at, ends_at, ended_at, uses, max_uses }: Coupon): string | null {
  const now = Date.now()
  if (ended_at !== null) return 'Ended'
  if (ends_at !== null && Date.parse(ends_at) <= now) return 'Over'
  if (starts_at !== null && Date.parse(starts_at) > now) return 'Not yet'
  return max_uses !== null && uses.used >= max_uses ? 'Used up' : null
}

function endColumn(onEnd: (coupon: Coupon) => void): Column<Coupon> {
  return {
    heading: 'Action',
    isWide: true,
    cell: (coupon) =>
      coupon.ended_at === null && (
        <Button variant="secondary" size="small" onClick={() => onEnd(coupon)}>
          End<span className="sr-only"> {coupon.code}</span>
        </Button>
      ),
  }
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import type { Column } from '../../../ui/controls/data-table.tsx'
import { PagedTable } from '../../../ui/controls/paged-table.tsx'
import { rich } from '../../../ui/rich.tsx'
import type { Coupon } from '../contract.ts'
import { CouponForm } from './coupon-form.tsx'
import { couponsQuery, offersKey } from './offer-queries.ts'

/** The coupons with their uses; a new one; the end of one. */
export function CouponsSection() {
  const client = useQueryClient()
  const found = useInfiniteQuery(couponsQuery)
  const [ending, setEnding] = useState<Coupon | null>(null)
  const end = useMutation({
    mutationFn: (code: string) => call('DELETE /admin/coupons/:code', { params: { code } }),
    onSettled: (_answer, _error, code) => {
      // First: it gives the focus back to what the list then takes away.
      setEnding((now) => (now?.code === code ? null : now))
      void client.invalidateQueries({ queryKey: offersKey })
    },
  })
  return (
    <section aria-labelledby="coupons" className="mt-8">
      <h2 id="coupons" className="text-2xl">
        {t('Coupons')}
      </h2>
      <p className="mt-1 max-w-text text-ink-soft">
        {rich(
          'A coupon is typed beside the price, or comes by a link: add <code>?coupon=CODE</code> to the address of a course.',
          { code: <code /> },
        )}
      </p>
      <CouponForm />
      <Alert className="mt-4" tone="danger">
        {end.isError &&
          t('The coupon could not be ended: {message}', { message: end.error.message })}
      </Alert>
      <Alert className="mt-4" tone="success" isUrgent>
        {end.isSuccess && t('{code} has ended.', { code: end.variables })}
      </Alert>
      <PagedTable
        noun={t('coupons')}
        found={found}
        rowsOf={({ coupons }) => coupons}
        keyOf={({ code }) => code}
        columns={[...columns, endColumn(setEnding)]}
        empty={{ title: t('No coupons yet'), text: t('Coupons that you make appear here.') }}
      />
      <AlertDialog
        isOpen={ending !== null}
        title={t('End the coupon')}
        text={t(
          '{code} is not taken any more. Orders made with it may still be paid. It cannot begin again.',
          { code: ending?.code ?? '' },
        )}
        confirmLabel={t('End it')}
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
    heading: msg('Code'),
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
  { heading: msg('Takes off'), cell: ({ text }) => text },
  {
    heading: msg('For'),
    cell: ({ course_id, course_title, first_purchase_only }) => (
      <>
        {course_id === null ? t('everything') : (course_title ?? t('a course that was deleted'))}
        {first_purchase_only && (
          <span className="block text-ink-soft">{t('first purchase only')}</span>
        )}
      </>
    ),
  },
  {
    heading: msg('From and until'),
    isUnbroken: true,
    cell: ({ starts_at, ends_at, ended_at }) => (
      <>
        {ended_at !== null && (
          <span className="block">{t('ended {time}', { time: formatDateTime(ended_at) })}</span>
        )}
        {starts_at !== null && (
          <span className="block">{t('from {time}', { time: formatDateTime(starts_at) })}</span>
        )}
        {ends_at !== null && (
          <span className="block">{t('until {time}', { time: formatDateTime(ends_at) })}</span>
        )}
        {starts_at === null && ends_at === null && ended_at === null && t('no end')}
      </>
    ),
  },
  {
    heading: msg('Uses'),
    isNumber: true,
    cell: ({ uses, max_uses, max_uses_per_learner }) => (
      <>
        {max_uses === null
          ? uses.used
          : t('{used} of {max, number}', { used: uses.used, max: max_uses })}
        {uses.reserved > 0 && (
          <span className="block text-ink-soft">
            {t('{count} unpaid', { count: uses.reserved })}
          </span>
        )}
        {max_uses_per_learner !== null && (
          <span className="block text-ink-soft">
            {t('{count} for each learner', { count: max_uses_per_learner })}
          </span>
        )}
      </>
    ),
  },
]

/** Why nobody can use a coupon now; null: somebody can. */
function whyNotTaken({ starts_at, ends_at, ended_at, uses, max_uses }: Coupon): string | null {
  const now = Date.now()
  if (ended_at !== null) return t('Ended')
  if (ends_at !== null && Date.parse(ends_at) <= now) return t('Over')
  if (starts_at !== null && Date.parse(starts_at) > now) return t('Not yet')
  return max_uses !== null && uses.used >= max_uses ? t('Used up') : null
}

function endColumn(onEnd: (coupon: Coupon) => void): Column<Coupon> {
  return {
    heading: t('Action'),
    isWide: true,
    cell: (coupon) =>
      coupon.ended_at === null && (
        <Button variant="secondary" size="small" onClick={() => onEnd(coupon)}>
          {rich('End<spoken> {code}</spoken>', {
            spoken: <span className="sr-only" />,
            code: coupon.code,
          })}
        </Button>
      ),
  }
}

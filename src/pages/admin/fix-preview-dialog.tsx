import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/i18n/translate.ts'
import { formatRupees } from '../../shared/money.ts'
import { StatusBadge } from '../../ui/controls/badge.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Skeleton } from '../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { previewFixQuery } from './queries.ts'

/** What 'Fix Pending Status' would do to each pending payment, before it does it. */
export function FixPreviewDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('What the fix would do')} isWide>
      {isOpen && <FixPreview />}
    </Dialog>
  )
}

function FixPreview() {
  const { data, error, isFetching, refetch } = useQuery(previewFixQuery)
  if (error) return <LoadFailure sentence={error.message} of={{ isFetching, refetch }} />
  if (data === undefined)
    return <Skeleton label={t('Asking the payment provider')} className="h-40" />
  if (data.payments.length === 0)
    return <p>{t('No payment is pending: there is nothing to fix.')}</p>
  return (
    <ul className="divide-y divide-line">
      {data.payments.map((payment) => (
        <li key={payment.payment_id} className="py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {payment.course_title}, {formatRupees(payment.amount)}
            </span>
            <StatusBadge status={payment.becomes} />
          </p>
          <p className="text-sm break-words text-ink-soft">
            {payment.user_email} · {payment.why}
          </p>
        </li>
      ))}
    </ul>
  )
}

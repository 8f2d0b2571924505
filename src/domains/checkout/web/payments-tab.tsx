import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import type { Payment } from '../contract.ts'
import { PaymentsTable } from './payments-table.tsx'
import { problemOf } from './problem-of.ts'
import { myPaymentsQuery } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** Every payment of a person, and what can be done about it. */
export function PaymentsTab() {
  const { data: payments, error, isPending, isFetching, refetch } = useQuery(myPaymentsQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [refunding, setRefunding] = useState<Payment | null>(null)
  return (
    <div className="flex flex-col gap-6">
      <p className="text-ink-soft">{t('Track all your course purchases and payment details')}</p>
      {notice && (
        <Alert tone={notice.tone} className="stays-in-sight">
          {notice.text}
        </Alert>
      )}
      {payments && payments.length > 0 && (
        <PaymentsTable payments={payments} onRefund={setRefunding} onNotice={setNotice} />
      )}
      {payments?.some((payment) => payment.invoice_number !== null) && (
        <p className="text-sm">
          <Link to="?tab=details" className="text-link inline-block py-1">
            {t('Change the State or GSTIN of future invoices')}
          </Link>
        </p>
      )}
      {payments?.length === 0 && (
        <EmptyState sentence={t('No payment history found.')}>
          <LinkButton to={paths.courses}>{t('Browse Courses')}</LinkButton>
        </EmptyState>
      )}
      {isPending && <Skeleton label={t('Loading your payments')} className="h-64" />}
      {!payments && !isPending && (
        <LoadFailure
          sentence={problemOf(error) ?? t('Your payments could not be loaded.')}
          of={{ isFetching, refetch }}
        />
      )}
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} onNotice={setNotice} />
    </div>
  )
}

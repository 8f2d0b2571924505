import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { isTooOldToRefund, tooOldToRefund } from '../../../shared/refundable.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { NoticeAlert } from '../../../ui/controls/alert.tsx'
import { StatusBadge } from '../../../ui/controls/badge.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { type Notice, noticesOf } from '../../../ui/notice.ts'
import { rich } from '../../../ui/rich.tsx'
import { useRights } from '../../staff/web/use-rights.ts'
import type { Learner } from '../contract.ts'
import { PaidOutsideDialog } from './paid-outside-dialog.tsx'
import { checkAtRazorpay, learnersKey } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { Section } from './section.tsx'

type Order = Learner['orders'][number]

/** Orders, newest first, each with all that was heard of it and what can be done about it. */
export function LearnerOrders({ learner }: { learner: Learner }) {
  const { orders } = learner
  return (
    <Section heading={t('Orders')} isEmpty={orders.length === 0} empty={t('No order yet.')}>
      <ul className="grid gap-3">
        {orders.map((order) => (
          <li key={order.id} className="rounded-md border border-line bg-sheet p-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h4 className="font-medium wrap-anywhere">{order.course_title}</h4>
              <StatusBadge status={order.status} />
              {order.amount !== null && <span>{formatRupees(order.amount)}</span>}
            </div>
            <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
              {formatDateTime(order.created_at)}
              {order.razorpay_order_id !== null && `, ${order.razorpay_order_id}`}
              {order.razorpay_payment_id !== null && `, ${order.razorpay_payment_id}`}
            </p>
            <OrderActs order={order} learnerName={learner.name} />
            {order.timeline.length > 0 && (
              <details className="mt-2">
                <summary className="cursor-pointer py-3 text-sm font-medium lg:py-1">
                  {t('What happened')}
                </summary>
                <ol className="mt-1 grid gap-2 text-sm lg:gap-1">
                  {order.timeline.map(({ at, source, text }) => (
                    <li key={`${at} ${text}`} className="wrap-anywhere">
                      <span className="text-ink-soft">
                        {formatDateTime(at)}, {source}:
                      </span>{' '}
                      {text}
                    </li>
                  ))}
                </ol>
              </details>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** For “I paid and cannot watch”: the answer stands at the order that was asked about. */
function OrderActs({ order, learnerName }: { order: Order; learnerName: string }) {
  const { may } = useRights()
  const client = useQueryClient()
  const [notice, setNotice] = useState<Notice | null>(null)
  const notices = noticesOf(setNotice)
  const [isRefunding, setIsRefunding] = useState(false)
  const [closing, setClosing] = useState<string | null>(null)
  const ask = useMutation({
    mutationFn: () => checkAtRazorpay(order.id),
    ...notices,
    onSuccess: (answer) => {
      notices.onSuccess(answer)
      return client.invalidateQueries({ queryKey: learnersKey })
    },
  })
  if (!may('refunds')) return null
  const isRefundable = order.status === 'completed' && order.razorpay_payment_id !== null
  const isTooOld = isRefundable && isTooOldToRefund(order.completed_at)
  const tell = (message: string): void => setNotice({ tone: 'success', text: message })
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        {order.razorpay_order_id !== null && (
          <ActionButton variant="secondary" size="small" action={ask}>
            {rich('Ask Razorpay now<spoken> about {course}</spoken>', {
              spoken: <span className="sr-only" />,
              course: order.course_title,
            })}
          </ActionButton>
        )}
        {isRefundable && !isTooOld && (
          <Button variant="secondary" size="small" onClick={() => setIsRefunding(true)}>
            {rich('Refund…<spoken> {course}</spoken>', {
              spoken: <span className="sr-only" />,
              course: order.course_title,
            })}
          </Button>
        )}
        {(order.failed_refund_ids ?? []).map((id) => (
          <Button key={id} variant="secondary" size="small" onClick={() => setClosing(id)}>
            {rich('Paid back outside Razorpay…<spoken> {course}</spoken>', {
              spoken: <span className="sr-only" />,
              course: order.course_title,
            })}
          </Button>
        ))}
      </div>
      {isTooOld && <p className="mt-2 text-sm text-ink-soft">{t(tooOldToRefund)}</p>}
      <NoticeAlert notice={notice} className="mt-3" />
      {isRefunding && (
        <ReasonDialog
          title={t('Refund')}
          text={t(
            'Give {amount} for “{course}” back to {learner}, and close what it opened? What a gift or another payment opens, too, stays open.',
            {
              amount:
                order.amount === null
                  ? t('the payment')
                  : formatRupees(order.amount - (order.returned ?? 0)),
              course: order.course_title,
              learner: learnerName,
            },
          )}
          confirmLabel={t('Refund')}
          isDangerous
          reasonHint={t('It is kept in the audit log.')}
          onClose={() => setIsRefunding(false)}
          onDone={(message) => {
            setIsRefunding(false)
            tell(message)
          }}
          act={(reason) =>
            call('POST /admin/payments/:payment_id/refund', {
              params: { payment_id: order.id },
              body: { reason },
            })
          }
        />
      )}
      {closing !== null && (
        <PaidOutsideDialog
          refundId={closing}
          learnerName={learnerName}
          onClose={() => setClosing(null)}
          onDone={(message) => {
            setClosing((now) => (now === closing ? null : now))
            tell(message)
          }}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import { StatusBadge } from '../../../ui/controls/badge.tsx'
import { LinkButton } from '../../../ui/controls/link-button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { pageMeta } from '../../../ui/page-meta.ts'
import { useIsSessionKnown, useSession } from '../../../ui/session.ts'
import { correctSession } from '../../accounts/web/correct-session.ts'
import type { Payment } from '../contract.ts'
import { describeDiscount } from './describe-discount.ts'
import { explainStatus } from './explain-status.ts'
import { findPayment } from './find-payment.ts'
import { PaymentMark } from './payment-mark.tsx'
import { endPrePayment } from './purchase/pre-payment.ts'
import { myPaymentsQuery } from './queries.ts'

const PasskeyOffer = lazy(() => import('../../accounts/web/security/passkey-offer.tsx'))

export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: t('Your payment'), path: paths.myCourses })

export default function PaymentSuccessScreen() {
  const isReady = useIsSessionKnown()
  const [query] = useSearchParams()
  const razorpayPaymentId = query.get('payment_id')
  const courseId = query.get('course_id')
  useEffect(() => {
    endPrePayment()
    // Who comes back from a checkout that led away is still stored without what they bought.
    correctSession().catch(() => undefined)
  }, [])
  return (
    <div className="page-width max-w-text py-12 sm:py-16">
      {!isReady && <Skeleton label={t('Loading your payment')} className="h-120" />}
      {isReady && (!razorpayPaymentId || !courseId) && <MissingInformation />}
      {isReady && razorpayPaymentId && courseId && (
        <Confirmation razorpayPaymentId={razorpayPaymentId} courseId={courseId} />
      )}
    </div>
  )
}

function MissingInformation() {
  return (
    <>
      <h1 className="text-3xl">{t('Payment Information Missing')}</h1>
      <p className="mt-4 text-ink-soft">
        {t(
          'This address does not say which payment it is about. If you paid, your course is in your account: nothing is lost.',
        )}
      </p>
      <p className="mt-8 flex flex-wrap gap-4">
        <LinkButton to={paths.courses}>{t('Back to Courses')}</LinkButton>
        <LinkButton to={paths.myCourses} variant="secondary">
          {t('My Account')}
        </LinkButton>
      </p>
    </>
  )
}

/**
 * Leads here only after the server verified the payment: completed, unless the list knows better. Of a
 * payment that the list does not know, nothing is promised: anybody can type this address.
 */
function Confirmation({
  razorpayPaymentId,
  courseId,
}: {
  razorpayPaymentId: string
  courseId: string
}) {
  const session = useSession()
  const { data: payments, isFetched } = useQuery({ ...myPaymentsQuery, enabled: session !== null })
  const [openedAt] = useState(() => new Date().toISOString())
  const payment = payments ? findPayment(payments, { razorpayPaymentId, courseId }) : null
  const status = payment?.status ?? 'completed'
  const isBundle = payment !== null && payment.bundle_id !== null
  const explanation = status === 'pending' ? t(waiting) : payment && explainStatus(payment)
  // A list that failed is asked for again behind what is shown: nobody's link goes from under their finger.
  if (session !== null && !isFetched)
    return <Skeleton label={t('Loading your payment')} className="h-120" />

  return (
    <div className="rounded-lg border border-line bg-sheet p-6 text-center sm:p-10">
      <PaymentMark isDone={status === 'completed'} />
      <h1 className="mt-5 text-3xl">{t(headings[status])}</h1>
      <output className="block mx-auto mt-3 max-w-96 text-ink-soft">
        {explanation ?? explainPurchase(payment)}
      </output>
      <dl className="mt-8 border-t border-line text-start">
        {payment && <Fact name={isBundle ? t('Bundle') : t('Course')}>{payment.course_title}</Fact>}
        {payment && payment.discount > 0 && (
          <Fact name={t('Discount')}>{describeDiscount(payment)}</Fact>
        )}
        {payment && <Fact name={t('Amount')}>{formatRupees(payment.amount)}</Fact>}
        <Fact name={t('Payment ID')}>
          <span className="font-mono text-[0.9em] break-all">{razorpayPaymentId}</span>
        </Fact>
        <Fact name={t('Status')}>
          <StatusBadge status={status} />
        </Fact>
        <Fact name={t('Date')}>
          {formatDateTime(payment?.completed_at ?? payment?.created_at ?? openedAt)}
        </Fact>
      </dl>
      <p className="mt-8 grid gap-3 sm:grid-cols-2">
        {status === 'completed' && !isBundle && (
          <LinkButton to={paths.course(courseId)} className="sm:col-span-2">
            {t('Start lesson 1')}
          </LinkButton>
        )}
        <LinkButton
          to={paths.myCourses}
          variant={status === 'completed' && !isBundle ? 'secondary' : 'primary'}
        >
          {t('Go to My Courses')}
        </LinkButton>
        {!isBundle && (
          <LinkButton to={paths.certificate(courseId)} variant="secondary">
            {t('Get Certificate')}
          </LinkButton>
        )}
      </p>
      {session && payment?.status === 'completed' && (
        <Suspense>
          <PasskeyOffer personId={session.user.id} />
        </Suspense>
      )}
    </div>
  )
}

function explainPurchase(payment: Payment | null): string {
  if (payment === null) {
    return t('What you bought is in My Courses, and every payment in your payment history.')
  }
  return payment.bundle_id === null
    ? t('The course is yours, for life. We have e-mailed you the receipt.')
    : t('Its courses are yours, for life. We have e-mailed you the receipt.')
}

const waiting = msg(
  'The bank has not answered yet. The course opens by itself as soon as it does: please do not pay again.',
)

const headings = {
  completed: msg('Payment Successful'),
  pending: msg('Your payment is being confirmed'),
  failed: msg('This payment did not go through'),
  refunded: msg('This payment was refunded'),
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="ms-auto text-end">{children}</dd>
    </div>
  )
}

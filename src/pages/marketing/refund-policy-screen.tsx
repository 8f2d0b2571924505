import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { pageMeta } from '../../ui/page-meta.ts'
import { useSite } from '../../ui/site.ts'
import { TextList, TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: 'Refund Policy',
    description: 'How to get your money back, until when, and how it reaches you.',
    path: paths.refundPolicy,
  })

export default function RefundPolicyScreen() {
  const { brand, figures } = useSite()
  return (
    <TextPage
      heading="Refund Policy"
      lead={`You have ${figures.guaranteeInDays} days from the day of payment to ask for your money back. You need not give a reason.`}
    >
      <TextSection heading="How to ask">
        <p>
          Write to{' '}
          <a href={`mailto:${brand.supportEmail}`} className="text-link">
            {brand.supportEmail}
          </a>{' '}
          from the e-mail address of your account and name the payment id. You find it under My
          Courses, Payment History.
        </p>
      </TextSection>
      <TextSection heading="What happens then">
        <TextList
          items={[
            'We pay back the full price, the way it came: to the same UPI account, card, bank account or wallet.',
            'Your bank decides how long it takes to show the amount; most need five to seven working days.',
            'Your Payment History shows the payment as refunded, and the course closes.',
          ]}
        />
      </TextSection>
      <TextSection heading="Paid twice?">
        <p>
          If two payments for the same course go through, say in two browser tabs, the second is
          refunded by itself. You need not write.
        </p>
      </TextSection>
      <TextSection heading="Paid, but the course is not there?">
        <p>
          A bank sometimes confirms late. We keep asking the payment provider, and the course opens
          as soon as the payment is confirmed. If it is not, the money goes back to you.
        </p>
      </TextSection>
    </TextPage>
  )
}

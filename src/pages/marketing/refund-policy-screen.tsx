import type { MetaFunction } from 'react-router'
import { paths } from '../../paths.ts'
import { t } from '../../shared/i18n/translate.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { rich } from '../../ui/rich.tsx'
import { useSite } from '../../ui/site.ts'
import { TextList, TextPage, TextSection } from './text-page.tsx'

export const meta: MetaFunction = (args) =>
  pageMeta(args, {
    title: t('Refund Policy'),
    description: t('How to get your money back, until when, and how it reaches you.'),
    path: paths.refundPolicy,
  })

export default function RefundPolicyScreen() {
  const { brand, figures } = useSite()
  return (
    <TextPage
      heading={t('Refund Policy')}
      lead={t(
        'You have {days, plural, one {# day} other {# days}} from the day of payment to ask for your money back. You need not give a reason.',
        { days: figures.guaranteeInDays },
      )}
    >
      <TextSection heading={t('How to ask')}>
        <p>
          {rich(
            'Write to {email} from the e-mail address of your account and name the payment id. You find it under My Courses, Payment History.',
            {
              email: <MailLink address={brand.supportEmail} />,
            },
          )}
        </p>
      </TextSection>
      <TextSection heading={t('What happens then')}>
        <TextList
          items={[
            t(
              'We pay back the full price, the way it came: to the same UPI account, card, bank account or wallet.',
            ),
            t(
              'Your bank decides how long it takes to show the amount; most need five to seven working days.',
            ),
            t('Your Payment History shows the payment as refunded, and the course closes.'),
          ]}
        />
      </TextSection>
      <TextSection heading={t('Paid twice?')}>
        <p>
          {t(
            'If two payments for the same course go through, say in two browser tabs, the second is refunded by itself. You need not write.',
          )}
        </p>
      </TextSection>
      <TextSection heading={t('Paid, but the course is not there?')}>
        <p>
          {t(
            'A bank sometimes confirms late. We keep asking the payment provider, and the course opens as soon as the payment is confirmed. If it is not, the money goes back to you.',
          )}
        </p>
      </TextSection>
    </TextPage>
  )
}

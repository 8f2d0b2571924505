import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatPaise } from '../../../shared/money.ts'

/** A mail about nothing, which is sent to nobody. */
export function specimenMail(): MailTemplate {
  return {
    subject: t('Welcome'),
    greeting: t('Hello {name},', { name: 'Meera' }),
    paragraphs: [t('Your course is open now. You can watch it as often as you like.')],
    facts: [
      [t('Course'), 'Specimen'],
      [t('Amount'), formatPaise(499_900)],
    ],
    button: { label: t('Begin the course'), url: 'https://academy.example' },
  }
}

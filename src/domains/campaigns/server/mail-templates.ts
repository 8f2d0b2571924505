import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'

export function campaignMail(facts: {
  subject: string
  body: string
  learnerName: string
}): MailTemplate {
  return {
    subject: facts.subject,
    greeting: t('Hello {name},', { name: facts.learnerName }),
    paragraphs: [],
    markdown: facts.body,
  }
}

/** After a checkout that was left without paying. */
export function checkoutReminderMail(facts: {
  learnerName: string
  courseTitle: string
  courseId: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('You left {course} at the checkout', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.learnerName }),
    paragraphs: [
      t('You were about to buy {course}, and it was not paid. Nothing was taken from you.', {
        course: facts.courseTitle,
      }),
      t(
        'If you still want the course, it is waiting for you. If not, there is nothing to do: we will not remind you of it again.',
      ),
    ],
    button: {
      label: t('Look at the course'),
      url: `${facts.publicUrl}${languagePath(paths.course(facts.courseId))}`,
    },
  }
}

import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'

export function campaignMail(facts: {
  subject: string
  body: string
  learnerName: string
}): MailTemplate {
  return {
    subject: facts.subject,
    greeting: `Hello ${facts.learnerName},`,
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
    subject: `You left ${facts.courseTitle} at the checkout`,
    greeting: `Hello ${facts.learnerName},`,
    paragraphs: [
      `You were about to buy ${facts.courseTitle}, and it was not paid. Nothing was taken from you.`,
      'If you still want the course, it is waiting for you. If not, there is nothing to do: we will not remind you of it again.',
    ],
    button: {
      label: 'Look at the course',
      url: `${facts.publicUrl}${paths.course(facts.courseId)}`,
    },
  }
}

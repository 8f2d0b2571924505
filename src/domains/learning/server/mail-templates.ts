import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'

export function completionMail(facts: {
  learnerName: string
  courseTitle: string
  courseId: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: `You have completed ${facts.courseTitle}`,
    greeting: `Hello ${facts.learnerName},`,
    paragraphs: [
      `Congratulations! You have completed every lesson of ${facts.courseTitle}.`,
      'Your certificate is ready. The course stays yours, so you can watch it again at any time.',
    ],
    button: {
      label: 'Get Certificate',
      url: `${facts.publicUrl}${paths.certificate(facts.courseId)}`,
    },
  }
}

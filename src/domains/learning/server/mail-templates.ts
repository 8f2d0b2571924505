import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'

export function completionMail(facts: {
  learnerName: string
  courseTitle: string
  courseId: string
  publicUrl: string
}): MailTemplate {
  return {
    subject: t('You have completed {course}', { course: facts.courseTitle }),
    greeting: t('Hello {name},', { name: facts.learnerName }),
    paragraphs: [
      t('Congratulations! You have completed every lesson of {course}.', {
        course: facts.courseTitle,
      }),
      t(
        'Your certificate is ready. The course stays yours, so you can watch it again at any time.',
      ),
    ],
    button: {
      label: t('Get Certificate'),
      url: `${facts.publicUrl}${languagePath(paths.certificate(facts.courseId))}`,
    },
  }
}

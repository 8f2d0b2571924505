import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { shortenText } from '../../../shared/shorten-text.ts'
import type { Outcome } from '../assignment.ts'
import { assignmentPath } from '../assignment-paths.ts'

const longestExcerpt = 600

/** A teacher's answer to what was handed in; the button leads to it. */
export function submissionAnsweredMail(told: {
  name: string
  publicUrl: string
  courseId: string
  videoId: string
  title: string
  outcome: Outcome
  mark: number | null
  highestMark: number
  words: string
}): MailTemplate {
  const { name, title, mark, highestMark: highest } = told
  return {
    subject: t('An answer to your assignment “{title}”', { title }),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      told.outcome === 'marked'
        ? t('Your assignment “{title}” was marked: {mark} of {highest}.', {
            title,
            mark: mark ?? 0,
            highest,
          })
        : t('Please hand in your assignment “{title}” once more.', { title }),
      ...shortenText(told.words, longestExcerpt)
        .split(/\n\s*\n/)
        .filter((words) => words !== ''),
    ],
    button: {
      label: t('Read the answer'),
      url: told.publicUrl + languagePath(assignmentPath(told)),
    },
  }
}

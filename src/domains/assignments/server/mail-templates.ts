import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { shortenText } from '../../../shared/shorten-text.ts'
import { closingForTeachers } from '../../discussion/server/mail-templates.ts'
import type { Outcome } from '../assignment.ts'
import { assignmentPath, myAssignmentsPath, submissionPath } from '../assignment-paths.ts'

const longestExcerpt = 600

/** A teacher's answer to what was handed in; the button leads to it. */
export function submissionAnsweredMail(told: {
  name: string
  publicUrl: string
  courseId: string
  videoId: string
  /** No longer in the course: its lesson leads to it no more. */
  hasLeft: boolean
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
      ...excerptOf(told.words),
    ],
    button: {
      label: t('Read the answer'),
      url: told.publicUrl + languagePath(told.hasLeft ? myAssignmentsPath : assignmentPath(told)),
    },
  }
}

/** To who teaches, of what begins to wait; the button leads to it. */
export function handedInMail(told: {
  name: string
  publicUrl: string
  /** Of what was handed in. */
  id: string
  title: string
  courseTitle: string
  /** Null: a learner without a name. */
  by: string | null
  text: string
}): MailTemplate {
  const { name, publicUrl, title, courseTitle: course } = told
  const by = told.by ?? t('A learner')
  return {
    subject: t('Handed in: {title}', { title }),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      t('{by} has handed in “{title}” in “{course}”.', { by, title, course }),
      ...excerptOf(told.text),
    ],
    button: {
      label: t('Read and answer'),
      url: publicUrl + languagePath(submissionPath(told.id)),
    },
    closing: closingForTeachers(publicUrl),
  }
}

function excerptOf(words: string): string[] {
  return shortenText(words, longestExcerpt)
    .split(/\n\s*\n/)
    .filter((words) => words !== '')
}

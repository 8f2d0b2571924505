import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { discussionPaths } from '../discussion-paths.ts'

interface Asked {
  courseId: string
  videoId: string
  /** Of the question. */
  id: string
  courseTitle: string
  title: string
}

export interface Told extends Asked {
  /** False: the question is what is new. */
  isAnswer: boolean
  isTeachers: boolean
  /** Null: a learner without a name. */
  by: string | null
  /** Its first words, without markup. */
  words: string
}

/** A new answer, or to teachers a new question; the button leads to where one replies. */
export function answerMail({
  name,
  publicUrl,
  ...told
}: Told & { name: string; publicUrl: string }): MailTemplate {
  const by = told.by ?? t('A learner')
  const path = told.isAnswer ? discussionPaths.question(told) : discussionPaths.worked(told.id)
  return {
    subject: told.isAnswer
      ? t('An answer to “{title}”', { title: told.title })
      : t('A question: {title}', { title: told.title }),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      sentenceOf(told, by),
      ...told.words.split(/\n\s*\n/).filter((words) => words !== ''),
    ],
    button: { label: t('Read and reply'), url: publicUrl + languagePath(path) },
    closing: closing(publicUrl),
  }
}

function sentenceOf({ isAnswer, isTeachers, courseTitle: course, title }: Told, by: string) {
  if (!isAnswer) return t('{by} has asked in “{course}”:', { by, course })
  return isTeachers
    ? t('A teacher, {by}, has answered “{title}” in “{course}”:', { by, title, course })
    : t('{by} has answered “{title}” in “{course}”:', { by, title, course })
}

/** What is new since the day before. */
export function digestMail({
  name,
  publicUrl,
  entries,
  more,
  handedIn,
}: {
  name: string
  publicUrl: string
  entries: (Asked & { answers: number })[]
  /** How many are left out. */
  more: number
  /** How many assignments wait for a teacher; up to a hundred. */
  handedIn: number
}): MailTemplate {
  return {
    subject:
      entries.length > 0
        ? t('New questions and answers in your courses')
        : t('Assignments were handed in'),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      ...entries.map((entry) => {
        const { title, courseTitle: course, answers } = entry
        const said =
          answers === 0
            ? t('A new question in “{course}”: {title}', { title, course })
            : t(
                '{answers, plural, one {# new answer} other {# new answers}} to “{title}” in “{course}”',
                { answers, title, course },
              )
        return `${said}\n${publicUrl}${languagePath(discussionPaths.question(entry))}`
      }),
      ...(more > 0
        ? [t('And {more, plural, one {# more question} other {# more questions}}.', { more })]
        : []),
      ...(handedIn > 0
        ? [
            `${t(
              '{count, plural, one {# assignment waits for an answer} other {# assignments wait for an answer}}',
              { count: handedIn },
            )}\n${publicUrl}${languagePath(discussionPaths.handedIn)}`,
          ]
        : []),
    ],
    closing: handedIn > 0 ? closingForTeachers(publicUrl) : closing(publicUrl),
  }
}

function closing(publicUrl: string): string {
  const url = publicUrl + languagePath(discussionPaths.mails)
  return t('How often we write about questions and answers you choose here: {url}', { url })
}

export function closingForTeachers(publicUrl: string): string {
  const url = publicUrl + languagePath(discussionPaths.mails)
  return t('How often we write about questions and assignments you choose here: {url}', { url })
}

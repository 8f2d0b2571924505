import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { paths } from '../../../paths.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'

interface Planned {
  minutes: number
  /** The one to go on with; null: none was begun. */
  course: { id: string; title: string } | null
}

/** At the hour that somebody planned, when nothing was played that day. */
export function reminderMail({
  name,
  minutes,
  course,
  publicUrl,
}: Planned & { name: string; publicUrl: string }): MailTemplate {
  return {
    subject: course ? t('Time for “{course}”', { course: course.title }) : t(planned),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      t(
        'You planned {minutes, plural, one {# minute} other {# minutes}} for today, about now. If it does not suit you today, that is fine.',
        { minutes },
      ),
    ],
    button: { label: t('Go on learning'), url: publicUrl + whereTo(course) },
    closing: t('Days, hour and reminders you choose here: {url}', {
      url: `${publicUrl}${languagePath(paths.myCourses)}?tab=plan`,
    }),
  }
}

const planned = msg('The hour that you planned')

/** What a browser shows, as `hear-pushes.ts` reads it: no more than the course's name. */
export function pushText(brandName: string, { course }: Pick<Planned, 'course'>): string {
  const body = course ? t('Time for “{course}”', { course: course.title }) : t(planned)
  return JSON.stringify({ title: brandName, body, path: whereTo(course) })
}

function whereTo(course: Planned['course']): string {
  return languagePath(course ? paths.course(course.id) : paths.myCourses)
}

const toldAtMost = 20

/** To an owner, when lessons have opened since they were told last. */
export function lessonsOpenMail(facts: {
  name: string
  courseId: string
  /** Of the course. */
  title: string
  /** Of the lessons, in course order. */
  titles: string[]
  publicUrl: string
}): MailTemplate {
  const { name, courseId, title: course, titles, publicUrl } = facts
  const count = titles.length - toldAtMost
  return {
    subject: t(
      '{count, plural, one {A new lesson is open in “{course}”} other {# new lessons are open in “{course}”}}',
      { count: titles.length, course },
    ),
    greeting: t('Hello {name},', { name }),
    paragraphs: [
      t('Open for you now:'),
      titles.slice(0, toldAtMost).join('\n'),
      ...(count > 0
        ? [t('And {count, plural, one {# more lesson} other {# more lessons}}.', { count })]
        : []),
    ],
    button: { label: t('Go on learning'), url: publicUrl + languagePath(paths.course(courseId)) },
  }
}

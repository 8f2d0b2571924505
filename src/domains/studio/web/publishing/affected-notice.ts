import { t } from '../../../../shared/i18n/translate.ts'
import type { Affected, Change } from '../../contract.ts'

/** '12 people have it: 4 are in the middle, 3 have completed it, 5 have not begun.' */
export function affectedNotice({ buyers, in_progress, completed }: Affected): string {
  if (buyers === 0) return t('Nobody has this course yet.')
  const notBegun = Math.max(0, buyers - in_progress - completed)
  const parts = [
    ...(in_progress > 0
      ? [t('{count, plural, one {# is} other {# are}} in the middle', { count: in_progress })]
      : []),
    ...(completed > 0
      ? [t('{count, plural, one {# has} other {# have}} completed it', { count: completed })]
      : []),
    ...(notBegun > 0
      ? [t('{count, plural, one {# has} other {# have}} not begun', { count: notBegun })]
      : []),
  ]
  return t('{count, plural, one {# person has} other {# people have}} it: {parts}.', {
    count: buyers,
    parts: parts.join(', '),
  })
}

/** What a publication does to those who have the course, by the rules of progress, a sentence each. */
export function consequencesNotice(
  changes: readonly Change[],
  { buyers, in_progress, completed }: Affected,
): string[] {
  if (buyers === 0 || changes.length === 0) return []
  const lessons = changes.filter(({ video_id }) => video_id !== undefined)
  const has = (kind: Change['kind']) => lessons.some((change) => change.kind === kind)
  const sentences: string[] = []
  if (completed > 0) {
    sentences.push(
      has('added')
        ? t(
            'Who has completed the course stays complete and keeps the certificate. The added lessons are marked as new for them.',
          )
        : t('Who has completed the course stays complete and keeps the certificate.'),
    )
  }
  if (in_progress > 0 && has('added'))
    sentences.push(
      t('For those in the middle the added lessons count too, so their percent may fall.'),
    )
  if (has('retired')) {
    sentences.push(t('What was watched of a lesson that is taken out is kept.'))
    if (in_progress > 0)
      sentences.push(
        t(
          'Who has played all the lessons that are left, and passed the quizzes that count, completes the course by this, and gets the mail about it.',
        ),
      )
  }
  if (has('film_replaced'))
    sentences.push(
      t(
        'Where a lesson gets another film, who has completed the lesson stays complete, and what the others played of the old film is kept.',
      ),
    )
  if (has('moved') || has('renamed'))
    sentences.push(t('Moving and renaming lessons changes nobody’s progress.'))
  return sentences
}

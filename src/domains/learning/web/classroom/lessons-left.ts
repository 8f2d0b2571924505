import { t } from '../../../../shared/i18n/translate.ts'
/**
 * What still stands between a learner and the certificate, such as '3 of 12 lessons are left.'
 * Null where no lesson does.
 */
export function lessonsLeftNotice(videos: readonly { completed: boolean }[]): string | null {
  const left = videos.filter(({ completed }) => !completed).length
  if (left === 0) return null
  return t(
    '{left, number} of {count, plural, one {# lesson} other {# lessons}} {left, plural, one {is} other {are}} left.',
    { left, count: videos.length },
  )
}

import { t } from '../../shared/i18n/translate.ts'

/** What deleting a course means for those who have it. A payment under way may keep it for nobody. */
export function ownersNotice(learners: number): string {
  return t(
    '{learners, plural, =0 {No learner has it.} one {# learner has it and keeps it.} other {# learners have it and keep it.}}',
    { learners },
  )
}

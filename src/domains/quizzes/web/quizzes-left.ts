import { t } from '../../../shared/i18n/translate.ts'
import type { ListedQuiz } from '../contract.ts'

/** Those that still stand between a learner and the certificate. */
export function quizzesLeft<
  Quiz extends Pick<ListedQuiz, 'counts_for_completion' | 'passed' | 'is_new'>,
>(quizzes: readonly Quiz[]): Quiz[] {
  return quizzes.filter((quiz) => quiz.counts_for_completion && !quiz.passed && !quiz.is_new)
}

/** Such as '1 quiz is left to pass.' */
export function quizzesLeftNotice(left: number): string {
  return t('{left, plural, one {# quiz is} other {# quizzes are}} left to pass.', { left })
}

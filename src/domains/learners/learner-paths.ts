/** Addresses of people's matters, apart from `src/paths.ts`, which every public page loads. */
export const learnerPaths = {
  /** Where a link mailed to a new address leads, with its token. */
  confirmEmail: '/admin/confirm-email',
  /** Where the links in the mail to the old address lead, with their token. */
  answerEmail: '/admin/answer-email',
  /** Where a tab begins that shows the site as a learner sees it; its token stands behind a `#`. */
  seeAs: '/admin/see-as',
  learners: '/admin/learners',
}

import { msg } from '../../shared/i18n/translate.ts'

/** What a parent agrees to; kept with each consent as it was read. */
export const consentWords = msg(
  'I am the parent or guardian of this child and at least 18 years old. The academy may keep the child’s name, login, progress and certificates to teach the courses I give them; it sends no news or offers and tracks nothing else. I can withdraw this at any time.',
)

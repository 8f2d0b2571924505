import { msg } from './i18n/translate.ts'

/** Why something that a learner wrote for others to read is hidden; readers are told. */
export const hideReasons = [
  'advertising',
  'abuse',
  'off_topic',
  'personal_data',
  'unlawful',
] as const
export type HideReason = (typeof hideReasons)[number]

export const hideReasonLabels: Record<HideReason, string> = {
  advertising: msg('advertising'),
  abuse: msg('insults or threats'),
  off_topic: msg('not about the course'),
  personal_data: msg('somebody’s personal data'),
  unlawful: msg('against the law'),
}

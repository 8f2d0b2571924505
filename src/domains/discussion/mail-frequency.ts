import { msg } from '../../shared/i18n/translate.ts'

export const mailFrequencies = ['at_once', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

export const mailFrequencyLabels: Record<MailFrequency, string> = {
  at_once: msg('At once'),
  daily: msg('Once a day, in the morning'),
  never: msg('Never'),
}

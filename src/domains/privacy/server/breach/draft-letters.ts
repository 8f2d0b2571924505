import type { Brand } from '../../../../platform/settings.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { records } from '../register/records.ts'
import type { Breach, Touched } from './list-touched.ts'

/**
 * Drafts for a breach: what to write to everybody who is touched, and to the Data Protection Board, which has
 * to hear within 72 hours (DPDP Rules, rule 7). What only the operator knows stands in square brackets.
 */
export function draftLetters(
  { name, supportEmail }: Pick<Brand, 'name' | 'supportEmail'>,
  breach: Breach,
  { people, records: touched }: Touched,
  now = new Date(),
): { letter: string; notice: string } {
  const what = touched.map((record) => `- ${records[record].title}: ${records[record].what}`)
  const time = `${breach.since ? formatDateTime(breach.since) : '[when it began]'} to ${breach.until ? formatDateTime(breach.until) : '[when it ended]'}`
  const due = formatDateTime(new Date(now.getTime() + 72 * 3_600_000))
  const body = [
    `When: ${time}`,
    `What was open:\n${what.join('\n')}`,
    'What happened, and how: [in plain words]',
    'What may follow from it: [for example mails that pretend to be ours]',
    'What we did: [closed, changed, who was asked]',
    `Whom to ask: ${supportEmail}`,
  ].join('\n\n')
  return {
    letter: `Subject: Somebody could see data of yours at ${name}\n\nHello [name],\n\n${body}\n\nWhat you can do: choose another password, and do not open links in mails that you did not expect.\n\n${name}\n`,
    notice: `To the Data Protection Board of India: notice of a personal data breach\n\nData fiduciary: ${name}\nDue by: ${due} (72 hours after it was known)\nPeople touched: ${people.length}\n\n${body}\n\nPeople were told: [when, by which mail]\nWho is thought to have caused it: [if known]\n`,
  }
}

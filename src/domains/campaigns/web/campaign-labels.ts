import { formatDateTime } from '../../../shared/format-date.ts'
import type { AudienceName, CampaignState } from '../campaign-labels.ts'
import type { Campaign, CampaignInput, ListedCampaign } from '../contract.ts'

export const audienceOptions: { value: AudienceName; label: string }[] = [
  { value: 'everybody', label: 'Everybody who wants news' },
  { value: 'owners', label: 'Who has a course' },
  { value: 'not_started', label: 'Who has a course and has not started' },
  { value: 'stalled', label: 'Who has stopped for two weeks' },
]

export const listOptions: { value: CampaignInput['list']; label: string }[] = [
  { value: 'news', label: 'News or an offer' },
  { value: 'courses', label: 'About a course they have' },
]

export const stateNames: Record<CampaignState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  sent: 'Sent',
}

export function audienceLabel({
  audience,
  course_title: title,
}: Pick<Campaign, 'audience' | 'course_title'>): string {
  const label = audienceOptions.find(({ value }) => value === audience)?.label ?? audience
  return audience === 'everybody' ? label : `${label}: ${title ?? 'a course that is gone'}`
}

/** How far it is, in a few words. */
export function progressLabel(letter: ListedCampaign): string {
  const {
    state,
    mailed,
    people,
    is_counted: isCounted,
    left_out: leftOut,
    send_at: sendAt,
  } = letter
  if (state === 'draft') return ''
  if (state === 'scheduled') return `Goes out ${formatDateTime(sendAt ?? '')}`
  if (state === 'sending') {
    return isCounted ? `${format(mailed)} of ${learnerCountLabel(people)}` : 'Counting its readers'
  }
  const out = leftOut === 0 ? '' : `, ${format(leftOut)} left out`
  return `${learnerCountLabel(mailed)}${out}`
}

/** What is not sure of the mails of a letter, or did not arrive; nothing where all went well. */
export function lossesLabel({
  unknown,
  refused,
  withdrawn,
}: Pick<Campaign, 'unknown' | 'refused' | 'withdrawn'>): string[] {
  return [
    ...(unknown
      ? [
          `${countMails(unknown)} may not have arrived: the mail server fell silent, and an e-mail is never sent twice.`,
        ]
      : []),
    ...(refused
      ? [`${countMails(refused)} did not arrive: the mail server refused ${itOrThem(refused)}.`]
      : []),
    ...(withdrawn
      ? [`${countMails(withdrawn)} did not go: who was to get ${itOrThem(withdrawn)} unsubscribed.`]
      : []),
  ]
}

function countMails(count: number): string {
  return count === 1 ? '1 mail' : `${format(count)} mails`
}

function itOrThem(count: number): string {
  return count === 1 ? 'it' : 'them'
}

export function learnerCountLabel(count: number): string {
  return count === 1 ? '1 person' : `${format(count)} people`
}

function format(count: number): string {
  return count.toLocaleString('en-IN')
}

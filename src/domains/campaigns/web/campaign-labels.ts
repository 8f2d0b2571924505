import { formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import type { AudienceName, CampaignState } from '../campaign-labels.ts'
import type { Campaign, CampaignInput, ListedCampaign } from '../contract.ts'

export const audienceOptions: { value: AudienceName; label: string }[] = [
  { value: 'everybody', label: msg('Everybody who wants news') },
  { value: 'owners', label: msg('Who has a course') },
  { value: 'not_started', label: msg('Who has a course and has not started') },
  { value: 'stalled', label: msg('Who has stopped for two weeks') },
]

export const listOptions: { value: CampaignInput['list']; label: string }[] = [
  { value: 'news', label: msg('News or an offer') },
  { value: 'courses', label: msg('About a course they have') },
]

export const stateNames: Record<CampaignState, string> = {
  draft: msg('Draft'),
  scheduled: msg('Scheduled'),
  sending: msg('Sending'),
  sent: msg('Sent'),
}

export function audienceLabel({
  audience,
  course_title: title,
}: Pick<Campaign, 'audience' | 'course_title'>): string {
  const label = t(audienceOptions.find(({ value }) => value === audience)?.label ?? audience)
  return audience === 'everybody' ? label : `${label}: ${title ?? t('a course that is gone')}`
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
  if (state === 'scheduled') return t('Goes out {time}', { time: formatDateTime(sendAt ?? '') })
  if (state === 'sending') {
    return isCounted
      ? t('{mailed, number} of {people}', { mailed, people: learnerCountLabel(people) })
      : t('Counting its readers')
  }
  const readers = learnerCountLabel(mailed)
  return leftOut === 0 ? readers : t('{readers}, {leftOut, number} left out', { readers, leftOut })
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
          t(
            '{count, plural, one {# mail} other {# mails}} may not have arrived: the mail server fell silent, and an e-mail is never sent twice.',
            { count: unknown },
          ),
        ]
      : []),
    ...(refused
      ? [
          t(
            '{count, plural, one {# mail did not arrive: the mail server refused it.} other {# mails did not arrive: the mail server refused them.}}',
            { count: refused },
          ),
        ]
      : []),
    ...(withdrawn
      ? [
          t(
            '{count, plural, one {# mail did not go: who was to get it unsubscribed.} other {# mails did not go: who was to get them unsubscribed.}}',
            { count: withdrawn },
          ),
        ]
      : []),
  ]
}

export function learnerCountLabel(count: number): string {
  return t('{count, plural, one {# person} other {# people}}', { count })
}

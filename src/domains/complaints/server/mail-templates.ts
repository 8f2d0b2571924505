import type { MailTemplate } from '../../../integrations/mail/render-mail.ts'
import { formatDate } from '../../../shared/format-date.ts'
import { languagePath } from '../../../shared/i18n/language.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { ComplaintOutcome } from '../complaint.ts'
import { outcomeSentences } from '../complaint-labels.ts'
import { complaintPaths } from '../complaint-paths.ts'

interface Facts {
  brandName: string
  number: string
  publicUrl: string
  id: string
}

interface ToComplainant extends Facts {
  /** Null: a visitor, whose name is whatever somebody typed. */
  name: string | null
  token: string
}

/** At once: the law gives 48 hours. Without the words of the complaint, as an address may be somebody else's. */
export function complaintFiledMail(
  facts: ToComplainant & { dueOn: string; officerName: string | null },
): MailTemplate {
  const date = formatDate(facts.dueOn)
  return {
    subject: t('Your complaint {number} was received', { number: facts.number }),
    greeting: greet(facts.name),
    paragraphs: [
      t('We have received your complaint at {academy}. Its number is {number}.', {
        academy: facts.brandName,
        number: facts.number,
      }),
      facts.officerName === null
        ? t('You have an answer by {date}.', { date })
        : t('Our grievance officer, {officer}, sees to it that you have an answer by {date}.', {
            officer: facts.officerName,
            date,
          }),
    ],
    button: { label: t('See your complaint'), url: complaintUrl(facts) },
    closing: t('If you did not complain, please ignore this mail.'),
  }
}

export function complaintAnsweredMail(
  facts: ToComplainant & { words: string; outcome: ComplaintOutcome | null },
): MailTemplate {
  return {
    subject: t('An answer to your complaint {number}', { number: facts.number }),
    greeting: greet(facts.name),
    paragraphs: [
      ...facts.words.split(/\n\s*\n/),
      ...(facts.outcome === null ? [] : [t(outcomeSentences[facts.outcome])]),
    ],
    button: { label: t('See or reopen your complaint'), url: complaintUrl(facts) },
    closing: t('If this does not put it right, reply on that page: your complaint is open again.'),
  }
}

/** To the grievance officer. */
export function officerMail(facts: Facts & { dueOn: string }): MailTemplate {
  const date = formatDate(facts.dueOn)
  return {
    subject: t('Complaint {number} waits for an answer by {date}', { number: facts.number, date }),
    paragraphs: [
      t(
        'A complaint was filed, or opened again, at {academy}. Whoever looks after people answers it in the office.',
        {
          academy: facts.brandName,
        },
      ),
    ],
    button: {
      label: t('Open the complaint'),
      url: `${facts.publicUrl}${complaintPaths.office}?complaint=${facts.id}`,
    },
  }
}

function greet(name: string | null): string {
  return name === null ? t('Hello,') : t('Hello {name},', { name })
}

function complaintUrl({ publicUrl, id, token }: ToComplainant): string {
  return `${publicUrl}${languagePath(complaintPaths.page)}?${new URLSearchParams({ id, token })}`
}

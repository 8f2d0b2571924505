import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate, formatDateTime } from '../../../shared/format-date.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { type MailConsents, mailConsentsQuery, requestSaveMailConsents } from './profile-queries.ts'

/** Which mails a person agrees to; a change is saved at once. */
export function MailConsentsForm() {
  const client = useQueryClient()
  const { data, isLoadingError, isFetching, refetch } = useQuery(mailConsentsQuery)
  const [underWay, setUnderWay] = useState<Chosen[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: requestSaveMailConsents,
    // One after the other: each answer tells all that was saved before.
    scope: { id: 'mail-consents' },
    onMutate: (chosen) => {
      setFailure(null)
      setUnderWay((before) => [...before, chosen])
    },
    onSuccess: (saved) => client.setQueryData(mailConsentsQuery.queryKey, saved),
    onError: (error) => setFailure(error.message),
    onSettled: (_saved, _error, chosen) =>
      setUnderWay((before) => before.filter((one) => one !== chosen)),
  })
  if (isLoadingError)
    return (
      <LoadFailure sentence={t('Your choices could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading your choices')} className="h-32" />
  const shown = underWay.reduce<Choices>(assume, data)
  return (
    <>
      <Choice
        label={t('News from the academy')}
        hint={t('New courses and offers, now and then.')}
        consent={shown.news}
        onChoose={(news) => save.mutate({ news })}
      />
      <Choice
        label={t('Letters about courses you have')}
        hint={t('When something changes, or a course goes.')}
        consent={shown.courses}
        onChoose={(courses) => save.mutate({ courses })}
      />
      {shown.courses.is_given && (
        <Choice
          label={t('Mails when lessons open')}
          hint={t('Once a day at most, in courses whose lessons open one after the other.')}
          consent={shown.lessons}
          onChoose={(lessons) => save.mutate({ lessons })}
        />
      )}
      <p className="mt-3 text-sm text-ink-soft">
        {t('Receipts, codes and mails about the security of your account always come.')}
      </p>
      <Alert className="mt-4" tone="success" isUrgent>
        {save.isSuccess && failure === null && t('Your choice is saved.')}
      </Alert>
      <Alert className="mt-4" tone="danger">
        {failure}
      </Alert>
    </>
  )
}

type Choices = Pick<MailConsents, 'news' | 'courses' | 'lessons'>
type Chosen = Parameters<typeof requestSaveMailConsents>[0]

/** What is on its way to the server is shown as chosen. */
function assume(now: Choices, chosen: Chosen): Choices {
  const { news, courses, lessons } = now
  return {
    news: { ...news, is_given: chosen.news ?? news.is_given },
    courses: { ...courses, is_given: chosen.courses ?? courses.is_given },
    lessons: { ...lessons, is_given: chosen.lessons ?? lessons.is_given },
  }
}

interface ChoiceProps {
  label: string
  hint: string
  consent: MailConsents['news']
  onChoose: (isGiven: boolean) => void
}

function Choice({ label, hint, consent, onChoose }: ChoiceProps) {
  const { is_given: isGiven, said_at: saidAt, history } = consent
  const since = saidAt === null ? '' : ` ${describeAnswer(isGiven, formatDate(saidAt))}`
  return (
    <>
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          checked={isGiven}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-ink"
        />
        <span>
          {label}
          <span className="block text-sm text-ink-soft">{`${hint}${since}`}</span>
        </span>
      </label>
      {history.length > 0 && (
        <details className="ms-8 text-sm text-ink-soft">
          <summary className="inline-block cursor-pointer py-1.5 underline">
            {t('What you said: {list}', { list: label })}
          </summary>
          <ul className="mb-2 grid gap-1">
            {history.map((event) => (
              <li key={event.said_at}>
                {formatDateTime(event.said_at)}: {event.is_given ? t('yes') : t('no')},{' '}
                {t(acts[event.source])}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** By what it was said. */
const acts: Record<MailConsents['news']['history'][number]['source'], string> = {
  sign_up: msg('at the sign-up'),
  account: msg('in My Account'),
  mail: msg('by the link in a mail'),
  parent: msg('by the parent'),
}

function describeAnswer(isGiven: boolean, date: string): string {
  return isGiven ? t('Yes since {date}.', { date }) : t('No since {date}.', { date })
}

import { type UseMutationOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate, formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { NoticeAlert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { holdFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import type { Notice } from '../../../ui/notice.ts'
import { nameDevice } from '../name-device.ts'
import { type OwnSessions, requestEndSession, sessionsQuery } from './profile-queries.ts'

/** Where a person is logged in, each to be ended, and all others at once. */
export function OpenSessions() {
  const client = useQueryClient()
  const part = useRef<HTMLDivElement>(null)
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const [notice, setNotice] = useState<Notice | null>(null)
  const ending = {
    mutationFn: requestEndSession,
    scope: { id: 'sessions' }, // one after the other: each answer is the whole list
    onMutate: () => setNotice(null),
    onSuccess: (left: OwnSessions) => {
      holdFocus(part.current)
      client.setQueryData(sessionsQuery.queryKey, left)
      setNotice({ tone: 'success', text: t('Logged out.') })
    },
    onError: ({ message }: Error) => setNotice({ tone: 'danger', text: message }),
  }
  const endOthers = useMutation(ending)
  if (isError)
    return (
      <LoadFailure sentence={t('Your devices could not be loaded.')} of={{ isFetching, refetch }} />
    )
  if (!data) return <Skeleton label={t('Loading your devices')} className="h-32" />
  const { sessions } = data
  return (
    <div ref={part} tabIndex={-1} className="outline-none">
      <p className="text-ink-soft">
        {t('You do not know one of them? Log it out, and choose another password.')}
      </p>
      <ul className="mt-3 divide-y divide-line">
        {sessions.map((session) => (
          <OpenSession key={session.id} session={session} ending={ending} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="mt-3">
          <ActionButton variant="secondary" action={endOthers} variables={null}>
            {t('Log out all other devices')}
          </ActionButton>
        </p>
      )}
      <NoticeAlert className="mt-4" notice={notice} />
    </div>
  )
}

interface OpenSessionProps {
  session: OwnSessions['sessions'][number]
  ending: UseMutationOptions<OwnSessions, Error, string | null>
}

/** Its button is busy alone. */
function OpenSession({ session, ending }: OpenSessionProps) {
  const end = useMutation(ending)
  const device = nameDevice(session.device)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <p>
        {device}
        <span className="block text-sm text-ink-soft">
          {session.is_this_one
            ? t('This device, since {date}', { date: formatDate(session.created_at) })
            : t('Since {date}, last used {time}', {
                date: formatDate(session.created_at),
                time: formatDateTime(session.last_used_at),
              })}
        </span>
      </p>
      {!session.is_this_one && (
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={t('Log out {device}', { device })}
          action={end}
          variables={session.id}
        >
          {t('Log out')}
        </ActionButton>
      )}
    </li>
  )
}

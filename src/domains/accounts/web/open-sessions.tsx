import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate, formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { holdFocus } from '../../../ui/layout/hold-focus.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { nameDevice } from '../name-device.ts'
import { type OwnSessions, requestEndSession, sessionsQuery } from './profile-queries.ts'

/** Where a person is logged in, each to be ended, and all others at once. */
export function OpenSessions() {
  const client = useQueryClient()
  const part = useRef<HTMLDivElement>(null)
  const { data, isError, isFetching, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: requestEndSession,
    onSuccess: (left) => {
      holdFocus(part.current)
      client.setQueryData(sessionsQuery.queryKey, left)
    },
  })
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
          <OpenSession
            key={session.id}
            session={session}
            isBusy={end.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <p className="mt-3">
          <Button variant="secondary" isBusy={end.isPending} onClick={() => end.mutate(null)}>
            {t('Log out all other devices')}
          </Button>
        </p>
      )}
      <Alert className="mt-4" tone="success" isUrgent>
        {end.isSuccess && t('Logged out.')}
      </Alert>
      <Alert className="mt-4" tone="danger">
        {end.error?.message}
      </Alert>
    </div>
  )
}

interface OpenSessionProps {
  session: OwnSessions['sessions'][number]
  isBusy: boolean
  onEnd: () => void
}

function OpenSession({ session, isBusy, onEnd }: OpenSessionProps) {
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
        <Button
          variant="secondary"
          size="small"
          isBusy={isBusy}
          aria-label={t('Log out {device}', { device })}
          onClick={onEnd}
        >
          {t('Log out')}
        </Button>
      )}
    </li>
  )
}

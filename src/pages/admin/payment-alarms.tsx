import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../http/web/use-mutation.ts'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { ActionButton } from '../../ui/controls/action-button.tsx'
import { Alert } from '../../ui/controls/alert.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { alarmsQuery } from './queries.ts'

/** Troubles with payments that wait for a person. Nothing is shown while there are none. */
export function PaymentAlarms({ onOpen }: { onOpen: (paymentId: string) => void }) {
  const client = useQueryClient()
  const { data: alarms = [], isLoadingError, isFetching, refetch } = useQuery(alarmsQuery)
  const [failure, setFailure] = useState<string | null>(null)
  const close = useMutation({
    mutationFn: (id: number) =>
      call('POST /admin/payment-alarms/:id/close', {
        params: { id: String(id) },
      }),
    onMutate: () => setFailure(null),
    // Told here, also once another is under way.
    onError: ({ message }) => setFailure(message),
    onSettled: () => client.invalidateQueries({ queryKey: alarmsQuery.queryKey }),
  })
  if (isLoadingError)
    return (
      <LoadFailure
        className="mt-4"
        sentence={t('What needs a look cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    )
  if (alarms.length === 0) return null
  return (
    <section
      aria-labelledby="alarms"
      className="mt-4 rounded-md border-s-4 border-amber bg-amber-wash px-4 py-3"
    >
      <h3 id="alarms" className="text-lg">
        {t('Needs a look')}
      </h3>
      <ul className="mt-2 grid gap-3">
        {alarms.map(({ id, message, payment_id, raised_at }) => (
          <li key={id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
            <p className="min-w-0">
              {message}{' '}
              <span className="text-sm text-ink-soft tabular-nums">
                {formatDateTime(raised_at)}
              </span>
            </p>
            <div className="flex gap-1">
              {payment_id !== null && (
                <Button variant="secondary" size="small" onClick={() => onOpen(payment_id)}>
                  {t('Details')}
                </Button>
              )}
              <ActionButton variant="quiet" size="small" action={close} variables={id}>
                {t('Done')}
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
      <Alert tone="danger">{failure}</Alert>
    </section>
  )
}

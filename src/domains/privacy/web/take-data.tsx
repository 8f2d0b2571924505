import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../http/web/use-mutation.ts'
import { formatDate, formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { call } from '../../../ui/call.ts'
import { ActionButton } from '../../../ui/controls/action-button.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { download } from '../../../ui/download.ts'
import { formatSize } from '../../../ui/format-size.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { AccountPart } from '../../accounts/web/account-part.tsx'
import type { DataExport } from '../contract.ts'
import { exportsQuery } from './queries.ts'

/** A copy of all that is kept: asked for, made meanwhile, saved. */
export function TakeData() {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery(exportsQuery)
  const ask = useMutation({
    mutationFn: () => call('POST /my-data/exports', {}),
    onSuccess: () => client.invalidateQueries({ queryKey: exportsQuery.queryKey }),
  })
  const isMaking = data?.exports.some(({ expires_at: end }) => end === null) ?? false
  return (
    <AccountPart isText heading={t('Take your data with you')}>
      <p>
        {t(
          'One ZIP with all that we keep about you: files that other programs read, and your receipts, invoices and certificates as PDFs. It is ready in a few minutes; we write to you.',
        )}
      </p>
      {isError ? (
        <LoadFailure sentence={t('This part could not be loaded.')} of={{ isFetching, refetch }} />
      ) : data ? (
        <ul className="mt-3 divide-y divide-line">
          {data.exports.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <Copy copy={one} />
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton label={t('Loading')} className="mt-3 h-16" />
      )}
      <p className="mt-3">
        <ActionButton variant="secondary" action={ask} disabled={isMaking}>
          {t('Make a copy of my data')}
        </ActionButton>
      </p>
      <div className="mt-4">
        <Alert tone="success" isUrgent>
          {ask.isSuccess && isMaking && ask.data.message}
        </Alert>
        <Alert tone="danger">{ask.error?.message}</Alert>
      </div>
    </AccountPart>
  )
}

function Copy({ copy }: { copy: DataExport }) {
  const save = useMutation({
    mutationFn: (id: string) => download('GET /my-data/exports/:id/file', { params: { id } }),
  })
  const { requested_at: at, size_in_bytes: size, expires_at: end } = copy
  const time = formatDateTime(at)
  if (size === null || end === null) return <p>{t('Asked for on {time}: being made.', { time })}</p>
  return (
    <>
      <p>
        {t('Copy of {time}', { time })}
        <span className="block text-sm text-ink-soft">
          {t('{size}, there until {day}', { size: formatSize(size), day: formatDate(end) })}
        </span>
      </p>
      <ActionButton
        size="small"
        aria-label={t('Save the copy of {time}', { time })}
        action={save}
        variables={copy.id}
      >
        {t('Save')}
      </ActionButton>
      <Alert tone="danger">{save.error?.message}</Alert>
    </>
  )
}

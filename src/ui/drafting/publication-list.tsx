import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import { formatDateTime } from '../../shared/format-date.ts'
import { t } from '../../shared/i18n/translate.ts'
import { Alert } from '../controls/alert.tsx'
import { AlertDialog } from '../controls/alert-dialog.tsx'
import { Button } from '../controls/button.tsx'
import { Skeleton } from '../controls/skeleton.tsx'
import { LoadFailure } from '../load-failure.tsx'

interface AnyPublication {
  number: number
  published_at: string
  published_by: string | null
}

interface PublicationListProps<Publication extends AnyPublication> {
  history: UseQueryResult<Publication[]>
  restore: UseMutationResult<unknown, Error, Publication>
  /** In place of who has published it. */
  describe: (publication: Publication) => string | null
  /** What changed with it. */
  children: (publication: Publication) => ReactNode
}

/** Every publication: who, when, what changed, and the way back to it. */
export function PublicationList<Publication extends AnyPublication>(
  props: PublicationListProps<Publication>,
) {
  const { history, restore, describe, children } = props
  const { data, isError, isFetching, refetch } = history
  const [asked, setAsked] = useState<Publication | null>(null)
  if (data === undefined)
    return isError ? (
      <LoadFailure
        sentence={t('The history cannot be shown right now.')}
        of={{ isFetching, refetch }}
      />
    ) : (
      <Skeleton label={t('Loading the history')} className="h-64" />
    )
  return (
    <>
      <Alert className="mb-4" tone="danger">
        {restore.isError && describeFailure(restore.error)}
      </Alert>
      {data.length === 0 && (
        <p className="text-ink-soft">{t('Nothing has been published from a draft yet.')}</p>
      )}
      <ol className="grid gap-4">
        {data.map((publication) => (
          <Entry
            key={publication.number}
            publication={publication}
            note={describe(publication)}
            onRestore={() => setAsked(publication)}
          >
            {children(publication)}
          </Entry>
        ))}
      </ol>
      <AlertDialog
        isOpen={asked !== null}
        title={t('Take back as draft')}
        text={t('Should the draft become what was published on {time}?', {
          time: asked ? formatDateTime(asked.published_at) : '',
        })}
        detail={t(
          'What stands in the draft now and is not published is lost. What is published stays until you publish again.',
        )}
        confirmLabel={t('Take back as draft')}
        isBusy={restore.isPending}
        onConfirm={() => {
          // Meanwhile it may have been asked for another.
          const close = () => setAsked((now) => (now === asked ? null : now))
          if (asked) restore.mutate(asked, { onSettled: close })
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function Entry(props: {
  publication: AnyPublication
  note: string | null
  onRestore: () => void
  children: ReactNode
}) {
  const { number, published_at: at, published_by: by } = props.publication
  const titleId = `publication-${number}`
  return (
    <li className="rounded-md border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={titleId} className="text-lg">
            {formatDateTime(at)}
          </h3>
          <p className="text-sm text-ink-soft">
            {props.note ??
              t('Publication {number}, by {name}', { number, name: by ?? t('somebody unknown') })}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          aria-describedby={titleId}
          onClick={props.onRestore}
        >
          {t('Take back as draft')}
        </Button>
      </div>
      {props.children}
    </li>
  )
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'draft_conflict')
    return t('Somebody has saved meanwhile. Nothing was taken back; please try it again.')
  return t('Nothing was taken back: {message}', { message: error.message })
}

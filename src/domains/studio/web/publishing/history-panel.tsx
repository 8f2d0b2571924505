import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { formatDateTime } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { LoadFailure } from '../../../../ui/load-failure.tsx'
import type { listPublications, restorePublication } from '../../contract.ts'
import { publicationsQuery, studioKey } from '../queries.ts'
import { AffectedNote } from './affected-note.tsx'
import { ChangeList } from './change-list.tsx'
import { summariseChanges } from './group-changes.ts'

type Publication = ResponseOf<typeof listPublications>[number]

interface HistoryPanelProps {
  courseId: string
  /** That of the draft which would be replaced. */
  revision: number
  /** The draft is another one now. */
  onRestored: (publication: Publication) => void
}

/** Every publication: who, when, what changed, whom it affected, and the way back to it. */
export function HistoryPanel({ courseId, revision, onRestored }: HistoryPanelProps) {
  const { data, isError, isFetching, refetch } = useQuery(publicationsQuery(courseId))
  const [asked, setAsked] = useState<Publication | null>(null)
  const restore = useRestore({ courseId, revision, onRestored })
  if (isError) {
    return (
      <LoadFailure
        sentence={t('The history cannot be shown right now.')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (data === undefined) return <Skeleton label={t('Loading the history')} className="h-64" />
  return (
    <>
      {restore.isError && (
        <div className="mb-4">
          <Alert tone="danger">{describeFailure(restore.error)}</Alert>
        </div>
      )}
      {data.length === 0 && (
        <p className="text-ink-soft">{t('Nothing has been published from a draft yet.')}</p>
      )}
      <ol className="grid gap-4">
        {data.map((publication) => (
          <Entry
            key={publication.number}
            publication={publication}
            onRestore={() => setAsked(publication)}
          />
        ))}
      </ol>
      <AlertDialog
        isOpen={asked !== null}
        title={t('Take back as draft')}
        text={t('Should the draft become what was published on {time}?', {
          time: asked ? formatDateTime(asked.published_at) : '',
        })}
        detail={t(
          'What stands in the draft now and is not published is lost. What is on sale stays until you publish.',
        )}
        confirmLabel={t('Take back as draft')}
        isBusy={restore.isPending}
        onConfirm={() => {
          if (asked) restore.mutate(asked, { onSettled: () => setAsked(null) })
        }}
        onCancel={() => setAsked(null)}
      />
    </>
  )
}

function Entry(props: { publication: Publication; onRestore: () => void }) {
  const { number, published_at: at, published_by: by, changes, affected } = props.publication
  const [isOpen, setIsOpen] = useState(false)
  // What stood there before is kept with the first publication of a draft, so that there is a way back.
  const isBeginning = by === null && changes.length === 0
  const titleId = `publication-${number}`
  return (
    <li className="rounded-md border border-line bg-sheet p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={titleId} className="text-lg">
            {formatDateTime(at)}
          </h3>
          <p className="text-sm text-ink-soft">
            {isBeginning
              ? t('Publication {number}, as it stood before the first draft', { number })
              : t('Publication {number}, by {name}', {
                  number,
                  name: by ?? t('somebody unknown'),
                })}
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
      {!isBeginning && (
        <details className="mt-3" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="py-1 hover:underline">{summariseChanges(changes)}</summary>
          {isOpen && (
            <div className="mt-2 grid gap-4">
              <ChangeList changes={changes} />
              <div>
                <p className="text-sm text-ink-soft">{t('At that time:')}</p>
                <AffectedNote changes={changes} affected={affected} />
              </div>
            </div>
          )}
        </details>
      )}
    </li>
  )
}

function useRestore({ courseId, revision, onRestored }: HistoryPanelProps) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ number }: Publication) =>
      call<typeof restorePublication>('POST /admin/courses/:id/publications/:number/restore', {
        params: { id: courseId, number },
        body: { revision },
      }),
    onSuccess: (_, publication) => {
      onRestored(publication)
      return client.invalidateQueries({ queryKey: studioKey })
    },
    // Somebody's newer draft is looked at before it is replaced.
    onError: () => client.invalidateQueries({ queryKey: studioKey }),
  })
}

function describeFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'draft_conflict')
    return t(
      'Somebody has saved this course meanwhile. Nothing was taken back; please try it again.',
    )
  return t('Nothing was taken back: {message}', { message: error.message })
}

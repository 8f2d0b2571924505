import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { PublicationList } from '../../../../ui/drafting/publication-list.tsx'
import type { listPublications } from '../../contract.ts'
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
  const history = useQuery(publicationsQuery(courseId))
  const restore = useRestore({ courseId, revision, onRestored })
  return (
    <PublicationList
      history={history}
      restore={restore}
      describe={(publication) =>
        isBeginning(publication)
          ? t('Publication {number}, as it stood before the first draft', {
              number: publication.number,
            })
          : null
      }
    >
      {(publication) => !isBeginning(publication) && <Changes publication={publication} />}
    </PublicationList>
  )
}

/** What stood there before is kept with the first publication of a draft, so that there is a way back. */
function isBeginning({ published_by: by, changes }: Publication): boolean {
  return by === null && changes.length === 0
}

function Changes({ publication: { changes, affected } }: { publication: Publication }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
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
  )
}

function useRestore({ courseId, revision, onRestored }: HistoryPanelProps) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ number }: Publication) =>
      call('POST /admin/courses/:id/publications/:number/restore', {
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

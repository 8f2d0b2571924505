import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { PublishFrame, PublishPlan, PublishRefusal } from '../../../../ui/drafting/publish-plan.tsx'
import { ScheduleNote } from '../../../../ui/drafting/schedule-note.tsx'
import { pagesKey } from './page-queries.ts'

interface PublishPageProps {
  address: string
  revision: number
  /** Why what is seen is not all on the server: the publication waits for it. Null: it is. */
  unsaved: string | null
  /** Null: nothing is scheduled. */
  scheduledAt: string | null
  describePath: (path: string) => string
  onFocusField: (path: string) => void
  onPublished: (publishAt: string | null) => void
  onStale: () => void
  onClose: () => void
}

/** Says what a publication changes, and publishes: now, or at a time of one's choice. */
export function PublishPage(props: PublishPageProps) {
  const { address, revision, unsaved, scheduledAt, onPublished, onClose } = props
  const client = useQueryClient()
  const [published, setPublished] = useState<{ publish_at: string | null } | null>(null)
  const params = { address }
  const plan = useQuery({
    queryKey: [...pagesKey, 'plan', address, revision],
    queryFn: () =>
      call('POST /admin/pages/:address/publish', {
        params,
        body: { revision, dry_run: true },
      }),
    enabled: unsaved === null && published === null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const publication = useMutation({
    mutationFn: (at: string | null) =>
      call('POST /admin/pages/:address/publish', {
        params,
        body: { revision, ...(at !== null && { publish_at: at }) },
      }),
    onSuccess: async (answer) => {
      setPublished(answer)
      onPublished(answer.publish_at)
      await client.invalidateQueries({ queryKey: pagesKey })
    },
  })
  if (published) {
    return (
      <PublishFrame onClose={onClose} footer={<Button onClick={onClose}>{t('Done')}</Button>}>
        {published.publish_at === null ? (
          <Alert tone="success" isUrgent>
            {t('Published. Every page that is opened from now on shows it.')}
          </Alert>
        ) : (
          <PageSchedule address={address} publishAt={published.publish_at} onTakenBack={onClose} />
        )}
      </PublishFrame>
    )
  }
  return (
    <PublishPlan
      unsaved={unsaved}
      plan={plan}
      publication={publication}
      scheduled={scheduledAt && <PageSchedule address={address} publishAt={scheduledAt} />}
      renderRefusal={(error, onTryAgain) => (
        <PublishRefusal
          {...props}
          {...{ error, onTryAgain }}
          staleNotice={t('Somebody has saved this page meanwhile.')}
        />
      )}
      onClose={onClose}
    >
      {({ changes }) => (
        <section>
          <h3 className="mb-2 text-lg">{t('What changes')}</h3>
          {changes.length === 0 ? (
            <p>{t('Nothing differs from what is published.')}</p>
          ) : (
            <TextList texts={changes.map(({ text }) => text)} />
          )}
        </section>
      )}
    </PublishPlan>
  )
}

/** A few sentences; two may be the same, and they are never put in another order. */
export function TextList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="list-disc ps-5">
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- told apart by their place only
        <li key={at} className="py-1">
          {text}
        </li>
      ))}
    </ul>
  )
}

interface PageScheduleProps {
  address: string
  publishAt: string
  onTakenBack?: () => void
}

export function PageSchedule({ address, publishAt, onTakenBack }: PageScheduleProps) {
  const client = useQueryClient()
  const takeBack = useMutation({
    mutationFn: () => call('DELETE /admin/pages/:address/schedule', { params: { address } }),
    onSuccess: async () => {
      onTakenBack?.()
      await client.invalidateQueries({ queryKey: pagesKey })
    },
  })
  return <ScheduleNote publishAt={publishAt} takeBack={takeBack} />
}

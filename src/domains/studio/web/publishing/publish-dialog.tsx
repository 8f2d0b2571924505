import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { PublishFrame, PublishPlan, PublishRefusal } from '../../../../ui/drafting/publish-plan.tsx'
import type { publish } from '../../contract.ts'
import { courseStateQuery } from '../course-state-query.ts'
import { studioKey } from '../queries.ts'
import { AffectedNote } from './affected-note.tsx'
import { ChangeList } from './change-list.tsx'
import { describePath } from './describe-path.ts'
import { ScheduleNote } from './schedule-note.tsx'
import { StateChoice } from './state-choice.tsx'
import type { PublishedState } from './states.ts'

interface PublishDialogProps {
  courseId: string
  revision: number
  unsaved: string | null
  onPublished: (published: Plan) => void
  onFocusField?: (path: string) => void
  onStale?: () => void
  onClose: () => void
}

type Plan = ResponseOf<typeof publish>

/** Says what a publication changes for whom, and publishes: now, or at a time of one's choice. */
export default function PublishDialog(props: PublishDialogProps) {
  const { courseId, unsaved, onClose } = props
  const standing = useQuery({ ...courseStateQuery(courseId), enabled: unsaved === null })
  const [published, setPublished] = useState<Plan | null>(null)
  if (published) {
    return (
      <PublishFrame onClose={onClose} footer={<Button onClick={onClose}>{t('Done')}</Button>}>
        <Published courseId={courseId} published={published} onTakenBack={onClose} />
      </PublishFrame>
    )
  }
  if (!standing.data) {
    return (
      <PublishFrame onClose={onClose}>
        {unsaved !== null && <output>{unsaved}</output>}
        {unsaved === null && standing.isError && (
          <Refusal {...props} error={standing.error} onTryAgain={() => void standing.refetch()} />
        )}
        {unsaved === null && !standing.isError && (
          <Skeleton label={t('Looking at what changes')} className="h-64" />
        )}
      </PublishFrame>
    )
  }
  const { state, publish_at: publishAt } = standing.data
  return (
    <PlanDialog
      {...props}
      stateBefore={state === 'draft' ? null : state}
      scheduledAt={publishAt}
      onDone={setPublished}
    />
  )
}

interface PlanDialogProps extends PublishDialogProps {
  /** Null: it was never published. */
  stateBefore: PublishedState | null
  /** Null: nothing is scheduled. */
  scheduledAt: string | null
  onDone: (published: Plan) => void
}

function PlanDialog(props: PlanDialogProps) {
  const { courseId, revision, unsaved, stateBefore, scheduledAt, onDone, onPublished, onClose } =
    props
  const client = useQueryClient()
  const [state, setState] = useState<PublishedState>(stateBefore ?? 'on_sale')
  const params = { id: courseId }

  const plan = useQuery({
    queryKey: [...studioKey, 'plan', courseId, revision, state],
    queryFn: () =>
      call('POST /admin/courses/:id/publish', {
        params,
        body: { revision, dry_run: true, state },
      }),
    enabled: unsaved === null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const publication = useMutation({
    mutationFn: (at: string | null) =>
      call('POST /admin/courses/:id/publish', {
        params,
        body: { revision, state, ...(at !== null && { publish_at: at }) },
      }),
    onSuccess: async (published) => {
      onDone(published)
      onPublished(published)
      await client.invalidateQueries({ queryKey: studioKey })
    },
  })
  return (
    <PublishPlan
      unsaved={unsaved}
      plan={plan}
      publication={publication}
      scheduled={scheduledAt && <ScheduleNote courseId={courseId} publishAt={scheduledAt} />}
      renderRefusal={(error, onTryAgain) => (
        <Refusal {...props} error={error} onTryAgain={onTryAgain} />
      )}
      onClose={onClose}
    >
      {({ changes, affected }) => (
        <>
          <section>
            <h3 className="mb-2 text-lg">{t('What changes')}</h3>
            {changes.length === 0 ? (
              <p>{t('Nothing differs from what is published.')}</p>
            ) : (
              <ChangeList changes={changes} />
            )}
          </section>
          <section>
            <h3 className="mb-2 text-lg">{t('For whom')}</h3>
            <AffectedNote changes={changes} affected={affected} />
          </section>
          <StateChoice state={state} onChoose={setState} />
        </>
      )}
    </PublishPlan>
  )
}

interface PublishedProps {
  courseId: string
  published: Plan
  onTakenBack: () => void
}

function Published({ courseId, published, onTakenBack }: PublishedProps) {
  if (published.publish_at !== null) {
    return (
      <ScheduleNote
        courseId={courseId}
        publishAt={published.publish_at}
        isNew
        onTakenBack={onTakenBack}
      />
    )
  }
  return (
    <Alert tone="success" isUrgent>
      <p className="font-medium">{t('The course is published.')}</p>
      <p>
        <Link to={paths.course(courseId)} className="text-link">
          {t('Open the course page')}
        </Link>
      </p>
    </Alert>
  )
}

interface RefusalProps extends Pick<PublishDialogProps, 'onFocusField' | 'onStale' | 'onClose'> {
  error: Error
  onTryAgain: () => void
}

function Refusal({ error, onTryAgain, onFocusField, onStale, onClose }: RefusalProps) {
  return (
    <PublishRefusal
      {...{ error, onTryAgain, describePath, onFocusField, onStale, onClose }}
      staleNotice={t('Somebody has saved this course meanwhile.')}
    />
  )
}

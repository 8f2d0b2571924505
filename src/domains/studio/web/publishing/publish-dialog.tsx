import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { fromIndiaTime, toIndiaTime } from '../../../../shared/india-time.ts'
import { call } from '../../../../ui/call.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../../ui/controls/text-field.tsx'
import type { publish } from '../../contract.ts'
import { courseStateQuery } from '../course-state-query.ts'
import { studioKey } from '../queries.ts'
import { AffectedNote } from './affected-note.tsx'
import { ChangeList } from './change-list.tsx'
import { MissingFields } from './missing-fields.tsx'
import { RadioChoices } from './radio-choices.tsx'
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
export function PublishDialog(props: PublishDialogProps) {
  const { courseId, unsaved, onClose } = props
  const standing = useQuery({ ...courseStateQuery(courseId), enabled: unsaved === null })
  const [published, setPublished] = useState<Plan | null>(null)
  if (published) {
    return (
      <Frame onClose={onClose} footer={<Button onClick={onClose}>{t('Done')}</Button>}>
        <Published courseId={courseId} published={published} onTakenBack={onClose} />
      </Frame>
    )
  }
  if (unsaved !== null) {
    return (
      <Frame onClose={onClose}>
        <output>{unsaved}</output>
      </Frame>
    )
  }
  if (standing.isError) {
    return (
      <Frame onClose={onClose}>
        <Refusal {...props} error={standing.error} onTryAgain={() => void standing.refetch()} />
      </Frame>
    )
  }
  if (!standing.data) {
    return (
      <Frame onClose={onClose}>
        <Skeleton label={t('Looking at what changes')} className="h-64" />
      </Frame>
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
  const { courseId, revision, stateBefore, scheduledAt, onDone, onPublished, onClose } = props
  const client = useQueryClient()
  const [state, setState] = useState<PublishedState>(stateBefore ?? 'on_sale')
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [typed, setTyped] = useState(() => toIndiaTime(tomorrowMorning()))
  const [timeError, setTimeError] = useState<string>()
  const params = { id: courseId }

  const plan = useQuery({
    queryKey: [...studioKey, 'plan', courseId, revision, state],
    queryFn: () =>
      call<typeof publish>('POST /admin/courses/:id/publish', {
        params,
        body: { revision, dry_run: true, state },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const publication = useMutation({
    mutationFn: (at: string | null) =>
      call<typeof publish>('POST /admin/courses/:id/publish', {
        params,
        body: { revision, state, ...(at !== null && { publish_at: at }) },
      }),
    onSuccess: async (published) => {
      onDone(published)
      onPublished(published)
      await client.invalidateQueries({ queryKey: studioKey })
    },
  })
  const send = () => {
    if (when === 'now') {
      publication.mutate(null)
      return
    }
    const at = fromIndiaTime(typed)
    const problem = findTimeProblem(at)
    setTimeError(problem)
    if (problem === undefined) publication.mutate(at)
  }

  const error = publication.error ?? plan.error
  if (error) {
    return (
      <Frame onClose={onClose}>
        <Refusal
          {...props}
          error={error}
          onTryAgain={() => {
            publication.reset()
            void plan.refetch()
          }}
        />
      </Frame>
    )
  }
  if (!plan.data) {
    return (
      <Frame onClose={onClose}>
        <Skeleton label={t('Looking at what changes')} className="h-64" />
      </Frame>
    )
  }
  const { changes, affected } = plan.data
  return (
    <Frame
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button isBusy={publication.isPending || plan.isPlaceholderData} onClick={send}>
            {when === 'now' ? t('Publish now') : t('Publish at this time')}
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {scheduledAt !== null && <ScheduleNote courseId={courseId} publishAt={scheduledAt} />}
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
        <RadioChoices
          legend={t('When')}
          choices={[
            { value: 'now', label: t('Now') },
            { value: 'later', label: t('At a date and time') },
          ]}
          chosen={when}
          onChoose={setWhen}
        />
        {when === 'later' && (
          <TextField
            label={t('Date and time')}
            type="datetime-local"
            hint={t('India’s time. The draft is published as it is saved now.')}
            error={timeError}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setTimeError(undefined)
            }}
          />
        )}
        {scheduledAt !== null && (
          <p className="text-sm text-ink-soft">{t('This takes the place of what is scheduled.')}</p>
        )}
      </div>
    </Frame>
  )
}

function Frame(props: { onClose: () => void; footer?: ReactNode; children: ReactNode }) {
  return (
    <Dialog isOpen onClose={props.onClose} title={t('Publish')} isWide footer={props.footer}>
      {props.children}
    </Dialog>
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

/** Why nothing was published, and what to do. */
function Refusal({ error, onFocusField, onStale, onClose, onTryAgain }: RefusalProps) {
  if (error instanceof ApiError && error.errors.length > 0) {
    return <MissingFields error={error} onFocusField={onFocusField} onClose={onClose} />
  }
  const isStale = error instanceof ApiError && error.code === 'draft_conflict'
  const lookAgain = () => {
    onClose()
    if (onStale) onStale()
    else window.location.reload()
  }
  return (
    <Alert
      tone={isStale ? 'warning' : 'danger'}
      isUrgent
      action={
        <Button variant="secondary" size="small" onClick={isStale ? lookAgain : onTryAgain}>
          {isStale ? t('Look again') : t('Try again')}
        </Button>
      }
    >
      <p className="font-medium">
        {isStale ? t('Somebody has saved this course meanwhile.') : t('Nothing was published.')}
      </p>
      <p>{isStale ? t('Please look at it again before you publish it.') : error.message}</p>
    </Alert>
  )
}

function findTimeProblem(at: string | null): string | undefined {
  if (at === null) return t('Please give a date and a time.')
  if (Date.parse(at) <= Date.now()) return t('This time is over. Please choose a later one.')
  return undefined
}

/** Nine in India on the next day. */
function tomorrowMorning(): Date {
  const day = toIndiaTime(new Date(Date.now() + 24 * 3_600_000)).slice(0, 10)
  return new Date(fromIndiaTime(`${day}T09:00`) ?? Date.now())
}

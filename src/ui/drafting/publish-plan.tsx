import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../http/api-client.ts'
import { t } from '../../shared/i18n/translate.ts'
import { fromIndiaTime, toIndiaTime } from '../../shared/india-time.ts'
import { Alert } from '../controls/alert.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Skeleton } from '../controls/skeleton.tsx'
import { TextField } from '../controls/text-field.tsx'
import { MissingFields } from './missing-fields.tsx'
import { RadioChoices } from './radio-choices.tsx'

interface PublishPlanProps<Plan> {
  /** Why the publication waits, in place of the plan; what was chosen is kept. Null: it does not. */
  unsaved: string | null
  /** What would change, as the server tells it. */
  plan: UseQueryResult<Plan>
  /** Publishes at a time; null: now. */
  publication: UseMutationResult<Plan, Error, string | null>
  /** Says that a publication is scheduled already. Null: none is. */
  scheduled: ReactNode
  renderRefusal: (error: Error, onTryAgain: () => void) => ReactNode
  onClose: () => void
  children: (plan: Plan) => ReactNode
}

/** Says what a publication changes, and publishes: now, or at a time of one's choice. */
export function PublishPlan<Plan>(props: PublishPlanProps<Plan>) {
  const { unsaved, plan, publication, scheduled, renderRefusal, onClose, children } = props
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [typed, setTyped] = useState(() => toIndiaTime(tomorrowMorning()))
  const [timeError, setTimeError] = useState<string>()
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

  if (unsaved !== null) {
    return (
      <PublishFrame onClose={onClose}>
        <output>{unsaved}</output>
      </PublishFrame>
    )
  }
  const error = publication.error ?? plan.error
  if (error) {
    const tryAgain = () => {
      publication.reset()
      void plan.refetch()
    }
    return <PublishFrame onClose={onClose}>{renderRefusal(error, tryAgain)}</PublishFrame>
  }
  if (!plan.data) {
    return (
      <PublishFrame onClose={onClose}>
        <Skeleton label={t('Looking at what changes')} className="h-64" />
      </PublishFrame>
    )
  }
  return (
    <PublishFrame
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
        {scheduled}
        {children(plan.data)}
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
        {scheduled !== null && (
          <p className="text-sm text-ink-soft">{t('This takes the place of what is scheduled.')}</p>
        )}
      </div>
    </PublishFrame>
  )
}

export function PublishFrame(props: {
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}) {
  return (
    <Dialog isOpen onClose={props.onClose} title={t('Publish')} isWide footer={props.footer}>
      {props.children}
    </Dialog>
  )
}

interface RefusalProps {
  error: Error
  /** That somebody else has saved meanwhile. */
  staleNotice: string
  describePath: (path: string) => string
  /** Leads to a field that is still empty. */
  onFocusField?: ((path: string) => void) | undefined
  /** The draft was saved by somebody else: shows it anew. The page is loaded again unless given. */
  onStale?: (() => void) | undefined
  onClose: () => void
  onTryAgain: () => void
}

/** Why nothing was published, and what to do. */
export function PublishRefusal(props: RefusalProps) {
  const { error, staleNotice, describePath, onFocusField, onStale, onClose, onTryAgain } = props
  if (error instanceof ApiError && error.errors.length > 0) {
    return <MissingFields {...{ error, describePath, onFocusField, onClose }} />
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
      <p className="font-medium">{isStale ? staleNotice : t('Nothing was published.')}</p>
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

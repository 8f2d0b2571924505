import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { ProgressBar } from '../../../../ui/controls/progress-bar.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { RadioChoices } from '../../../../ui/drafting/radio-choices.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import { useSession } from '../../../../ui/session.ts'
import type { LessonPanelProps } from '../classroom/lesson-panel.ts'
import type { Rendition } from '../player/film.ts'
import { labelOfSize } from '../player/sizes.ts'
import { keptLessonsPath, type LossReason, sizeOf } from './kept-lesson.ts'
import { keeperOf, useKept } from './lesson-keeper.ts'
import { describeKept, sayLoss } from './say-kept.ts'

/** The sizes that are worth a device's room. */
const keptSizes: readonly Rendition['name'][] = ['data_saver', '480p']

/** Keeps a lesson's film, captions and files on the device. */
export default function KeepPanel(props: LessonPanelProps) {
  const learnerId = useSession()?.user.id
  if (learnerId === undefined) return null
  if (!('serviceWorker' in navigator && navigator.serviceWorker.controller && navigator.storage)) {
    return (
      <p className="max-w-text text-ink-soft">
        {t('This browser cannot keep lessons here. Reload the page, or leave its private window.')}
      </p>
    )
  }
  return <Keep {...props} learnerId={learnerId} />
}

function Keep({ course, video, learnerId }: LessonPanelProps & { learnerId: string }) {
  const keeper = keeperOf(learnerId)
  const { lessons, listed, underWay, failures, room } = useKept(keeper)
  const id = `${course.id}/${video.id}`
  const lesson = lessons?.find((one) => one.id === id)
  const [picked, setPicked] = useState<Rendition['name']>()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => void keeper.confirm(), [keeper])

  if (lessons === null) return <Skeleton label={t('Loading what is kept')} className="h-40" />
  const isUnderWay = id in underWay
  /** The button that was pressed may go. */
  const press = (work: Promise<void>) => {
    panel.current?.focus({ preventScroll: true })
    void work
  }
  return (
    <div ref={panel} tabIndex={-1} className="grid max-w-text gap-3 outline-none">
      <output className="empty:hidden">
        {isUnderWay && sayUnderWay(underWay[id] ?? null)}
        {!isUnderWay && lesson?.keptAt && t('This lesson is kept on this device.')}
      </output>
      {isUnderWay || lesson?.keptAt ? (
        <>
          {isUnderWay ? (
            <ProgressBar
              percent={lesson ? (100 * (underWay[id] ?? 0)) / Math.max(1, sizeOf(lesson)) : 0}
              label={t('How much of the lesson is kept')}
            />
          ) : (
            lesson && <p className="text-ink-soft tabular-nums">{describeKept(lesson)}</p>
          )}
          <div className="flex flex-wrap gap-3">
            {!isUnderWay && (
              <LinkButton to={keptLessonsPath(id)}>{t('Play from this device')}</LinkButton>
            )}
            <Button variant="secondary" onClick={() => press(keeper.remove(id))}>
              {isUnderWay ? t('Stop and remove') : t('Remove from this device')}
            </Button>
          </div>
          {!isUnderWay && <KeptLink />}
        </>
      ) : (
        <ToKeep
          video={video}
          failure={failures[id]}
          lost={listed.find((one) => one.id === id)?.lost}
          isPartHere={lesson !== undefined}
          room={room}
          chosen={picked ?? lesson?.rendition.name}
          onChoose={setPicked}
          onKeep={(size) => press(keeper.keep(course, video, size))}
        />
      )}
    </div>
  )
}

/** Null: nothing comes just now. */
function sayUnderWay(keptInBytes: number | null): string {
  return keptInBytes === null
    ? t('Waiting for the network. What has come is kept.')
    : t('Being kept. You may go on to other lessons, but do not close this page.')
}

interface ToKeepProps extends Pick<LessonPanelProps, 'video'> {
  failure: string | undefined
  lost: LossReason | undefined
  isPartHere: boolean
  /** Null: the browser does not say. */
  room: number | null
  /** Undefined: none yet. */
  chosen: Rendition['name'] | undefined
  onChoose: (size: Rendition['name']) => void
  onKeep: (size: Rendition['name']) => void
}

/** What it would take to keep the lesson, in a size of one's choice. */
function ToKeep(props: ToKeepProps) {
  const { video, failure, lost, isPartHere, room, chosen, onChoose, onKeep } = props
  const sizes = keptSizes.flatMap(
    (name) => video.film?.renditions.find((one) => one.name === name) ?? [],
  )
  const files = (video.attachments ?? []).reduce((sum, file) => sum + file.size_in_bytes, 0)
  const size = sizes.find(({ name }) => name === chosen) ?? sizes[0]
  if (!size) {
    return (
      <p className="text-ink-soft">
        {t('This film has no size yet that could be kept. Please try again later.')}
      </p>
    )
  }
  const needed = size.size_in_bytes + files
  return (
    <>
      <p>
        {t(
          'The film, its captions and the files of the lesson are kept for forty days, for when you have no network.',
        )}
      </p>
      <Alert tone="danger">{failure}</Alert>
      {lost && <Alert tone="warning">{sayLoss(lost)}</Alert>}
      {isPartHere && !failure && (
        <Alert tone="note">{t('A part of it is here already. It goes on where it stopped.')}</Alert>
      )}
      <RadioChoices
        legend={t('Size')}
        chosen={size.name}
        onChoose={onChoose}
        choices={sizes.map(({ name, size_in_bytes }) => ({
          value: name,
          label: `${labelOfSize(name)} · ${formatSize(size_in_bytes + files)}`,
        }))}
      />
      {room !== null && (
        <p className={needed > room ? 'text-danger' : 'text-ink-soft'}>
          {needed > room
            ? t('Your browser says it has {size} of room left: that is not enough.', {
                size: formatSize(room),
              })
            : t('Your browser says it has {size} of room left.', { size: formatSize(room) })}
        </p>
      )}
      <div>
        <Button onClick={() => onKeep(size.name)}>
          {isPartHere ? t('Go on') : t('Keep this lesson')}
        </Button>
      </div>
      <KeptLink />
    </>
  )
}

function KeptLink() {
  return (
    <p className="mt-3 text-sm">
      <Link to={keptLessonsPath()} className="text-link inline-block py-1">
        {t('All that is kept on this device')}
      </Link>
    </p>
  )
}

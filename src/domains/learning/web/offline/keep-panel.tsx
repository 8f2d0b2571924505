import { useEffect, useState } from 'react'
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
import { keptLessonsPath, sizeOf } from './kept-lesson.ts'
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
  const sizes = keptSizes.flatMap(
    (name) => video.film?.renditions.find((one) => one.name === name) ?? [],
  )
  const id = `${course.id}/${video.id}`
  const lesson = lessons?.find((one) => one.id === id)
  const [chosen, setChosen] = useState(sizes[0]?.name)
  useEffect(() => void keeper.confirm(), [keeper])

  if (lessons === null) return <Skeleton label={t('Loading what is kept')} className="h-40" />
  if (id in underWay) {
    const here = underWay[id] ?? null
    const total = lesson ? sizeOf(lesson) : 0
    return (
      <div className="max-w-text">
        <ProgressBar
          percent={total === 0 ? 0 : (100 * (here ?? 0)) / total}
          label={t('How much of the lesson is kept')}
        />
        <output className="mt-2 block text-ink-soft">
          {here === null
            ? t('Waiting for the network. What has come is kept.')
            : t('Being kept. You may go on to other lessons, but do not close this page.')}
        </output>
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          onClick={() => void keeper.remove(id)}
        >
          {t('Stop and remove')}
        </Button>
      </div>
    )
  }
  if (lesson?.keptAt) {
    return (
      <div className="max-w-text">
        <output className="block">{t('This lesson is kept on this device.')}</output>
        <p className="text-ink-soft tabular-nums">{describeKept(lesson)}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <LinkButton to={keptLessonsPath(id)}>{t('Play from this device')}</LinkButton>
          <Button variant="secondary" onClick={() => void keeper.remove(id)}>
            {t('Remove from this device')}
          </Button>
        </div>
        <KeptLink />
      </div>
    )
  }
  const lost = listed.find((one) => one.id === id)?.lost
  const files = (video.attachments ?? []).reduce((sum, file) => sum + file.size_in_bytes, 0)
  const size = sizes.find(({ name }) => name === chosen)
  if (!size) {
    return (
      <p className="max-w-text text-ink-soft">
        {t('This film has no size yet that could be kept. Please try again later.')}
      </p>
    )
  }
  const needed = size.size_in_bytes + files
  return (
    <div className="grid max-w-text gap-3">
      <p>
        {t(
          'The film, its captions and the files of the lesson are kept for forty days, for when you have no network.',
        )}
      </p>
      {failures[id] && <Alert tone="danger">{failures[id]}</Alert>}
      {lost && <Alert tone="warning">{sayLoss(lost)}</Alert>}
      {lesson && !failures[id] && (
        <Alert tone="note">{t('A part of it is here already. It goes on where it stopped.')}</Alert>
      )}
      <RadioChoices
        legend={t('Size')}
        chosen={size.name}
        onChoose={setChosen}
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
        <Button onClick={() => void keeper.keep(course, video, size.name)}>
          {lesson ? t('Go on') : t('Keep this lesson')}
        </Button>
      </div>
      <KeptLink />
    </div>
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

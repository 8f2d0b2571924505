import { type Ref, useState } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { rich } from '../../../../ui/rich.tsx'
import { useSession } from '../../../../ui/session.ts'
import type { Course } from '../../../catalogue/contract.ts'
import { sayDuration } from '../../../catalogue/read-duration.ts'
import { recogniseVideoLink } from '../../../catalogue/video-link.ts'
import type { VideoProblem } from '../../video-problem.ts'
import type { Film } from '../player/film.ts'
import { Player } from '../player/player.tsx'
import type { PlayerHandle } from '../player/player-handle.ts'
import type { PlaybackReport } from '../player/report-playback.ts'
import { costNotice, readSize } from '../player/sizes.ts'
import { MarkedFor } from '../player/watermark.tsx'
import type { LeftToPass } from './course-progress-panel.tsx'
import { type LessonFile, LessonFiles } from './lesson-files.tsx'
import { LessonNotes, type NotedLesson } from './lesson-notes.tsx'
import { renewLink, sourceOf } from './renew-link.ts'

interface Lesson extends NotedLesson {
  id: string
  title: string
  duration: string
  url?: string | undefined
  film?: Film | undefined
  attachments?: LessonFile[] | undefined
}

interface CurrentLessonProps {
  course: Course
  video: Lesson
  /** Such as 'Lesson 2 of 5'. */
  place: string
  startAtInSeconds: number
  /** Somebody was led to this second of it. */
  opensAtOnce: boolean
  player: Ref<PlayerHandle>
  onOpenTool: (tool: string) => void
  previous: Lesson | null
  next: Lesson | null
  /** When the lesson after it opens, which is not due. */
  nextOpens: string | undefined
  /** The learner has just chosen it, so the keyboard goes to its play button. */
  hasFocus: boolean
  isOwned: boolean
  isCourseCompleted: boolean
  left: LeftToPass | null
  onReport: (report: PlaybackReport) => void
  onProblem: (problem: VideoProblem) => void
  onChoose: (lessonId: string) => void
}

/** The open lesson: its video, its name, the way to its neighbours, and what follows its end. */
export function CurrentLesson(props: CurrentLessonProps) {
  const { course, video, previous, next, onChoose } = props
  const [hasEnded, setHasEnded] = useState(false)
  const [timesReplaced, setTimesReplaced] = useState(0)
  const { revalidate } = useRevalidator()
  const renewUrl = async () => {
    const fresh = await renewLink({ courseId: course.id, videoId: video.id })
    // Another film: what was played of the one before does not count for it.
    if (fresh && sourceOf(fresh.url) !== sourceOf(video.url ?? ''))
      void revalidate().then(() => setTimesReplaced((times) => times + 1))
    return fresh
  }
  const name = useSession()?.user.name
  const isMarked = course.has_name_mark === true && video.film !== undefined
  const cost = video.film ? costNotice(video.film, readSize(localStorage)) : null
  return (
    <>
      <MarkedFor value={isMarked ? (name ?? null) : null}>
        <Player
          key={timesReplaced}
          link={recogniseVideoLink(video.url ?? '')}
          title={video.title}
          courseTitle={course.title}
          film={video.film}
          {...posterOf(video, course)}
          startAtInSeconds={timesReplaced > 0 ? 0 : props.startAtInSeconds}
          takesFocus={props.hasFocus}
          opensAtOnce={props.opensAtOnce || timesReplaced > 0}
          handle={props.player}
          {...(props.isOwned && { onOpenTool: props.onOpenTool })}
          renewUrl={renewUrl}
          onProblem={props.onProblem}
          onProgress={props.onReport}
          onEnded={() => setHasEnded(true)}
        />
      </MarkedFor>
      {hasEnded && <AfterLesson {...props} />}
      <div className="mt-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-sm text-ink-soft tabular-nums">
            {props.place}
            {video.duration !== '' && ` · ${sayDuration(video.duration)}`}
            {cost !== null && ` · ${cost}`}
          </p>
          <h2 className="text-2xl">{video.title}</h2>
        </div>
        <div className="flex gap-2">
          {previous && (
            <Button variant="secondary" size="small" onClick={() => onChoose(previous.id)}>
              {t('Previous')}
            </Button>
          )}
          {next && (
            <Button variant="secondary" size="small" onClick={() => onChoose(next.id)}>
              {t('Next lesson')}
            </Button>
          )}
        </div>
      </div>
      <LessonNotes lesson={video} />
      <LessonFiles courseId={course.id} videoId={video.id} files={video.attachments ?? []} />
      <p className="mt-3 text-sm text-ink-soft max-sm:hidden pointer-coarse:hidden">
        {rich('Press <key>?</key> in the player to see its keys.', { key: <kbd /> })}
      </p>
    </>
  )
}

/** A picture of the film itself says more than that of its course. */
function posterOf({ film }: Lesson, { thumbnail }: Course): { posterUrl?: string } {
  const posterUrl = film?.poster ?? thumbnail
  return posterUrl ? { posterUrl } : {}
}

/** Offered when a video has come to its end. Takes no focus: the learner may want to see it again. */
function AfterLesson(props: CurrentLessonProps) {
  const { course, next, nextOpens, isOwned, isCourseCompleted, left, onChoose } = props
  return (
    <div
      aria-live="polite"
      className="mt-3 flex flex-wrap items-center justify-between gap-3 rounded-md bg-leaf-wash px-4 py-3"
    >
      {next && (
        <>
          <p className="min-w-0">
            <span className="text-ink-soft">{t('Up next:')} </span>
            <strong className="font-semibold">{next.title}</strong>
          </p>
          <Button onClick={() => onChoose(next.id)}>{t('Go on')}</Button>
        </>
      )}
      {!next && isOwned && isCourseCompleted && (
        <>
          <p>{t('You have completed this course. Congratulations!')}</p>
          <LinkButton to={paths.certificate(course.id)}>{t('See your certificate')}</LinkButton>
        </>
      )}
      {!next && nextOpens !== undefined && (
        <p>{t('The next lesson: {opens}', { opens: nextOpens })}</p>
      )}
      {!next && nextOpens === undefined && !(isOwned && isCourseCompleted) && (
        <>
          <p>
            {t('That was the last lesson.')}{' '}
            {isOwned && (left?.sentence ?? t('Lessons without a tick still wait for you.'))}
          </p>
          {left && <Button onClick={left.onOpen}>{t('Go to the quiz')}</Button>}
        </>
      )}
    </div>
  )
}

import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { AlertDialog } from '../../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { LinkButton } from '../../../../ui/controls/link-button.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import { EmptyState } from '../../../../ui/layout/empty-state.tsx'
import { holdFocus } from '../../../../ui/layout/hold-focus.ts'
import { saveFile } from '../../../../ui/save-file.ts'
import { useSession } from '../../../../ui/session.ts'
import { keepSending } from '../classroom/keep-sending.ts'
import { senderOf } from '../classroom/learner-sender.ts'
import { tellNotice } from '../classroom/sending-notice.tsx'
import { useSendingNotice } from '../classroom/use-sending-notice.ts'
import { lessonPath } from '../lesson-path.ts'
import type { Film } from '../player/film.ts'
import { Player } from '../player/player.tsx'
import { MarkedFor } from '../player/watermark.tsx'
import {
  type KeptFile,
  type KeptLesson,
  keptUrl,
  type ListedLesson,
  readPlace,
  sizeOf,
} from './kept-lesson.ts'
import { keeperOf, useKept } from './lesson-keeper.ts'
import { describeKept, sayLoss } from './say-kept.ts'

/** What lies on the device, what place it takes, and one of it in the player. Opens without a network. */
export default function KeptLessons() {
  const learnerId = useSession()?.user.id
  return learnerId === undefined ? null : <Kept learnerId={learnerId} />
}

function Kept({ learnerId }: { learnerId: string }) {
  const keeper = keeperOf(learnerId)
  const { lessons: found, listed, underWay, room } = useKept(keeper)
  const [address, setAddress] = useSearchParams()
  const [isEmptying, setIsEmptying] = useState(false)
  const whole = useRef<HTMLElement>(null)
  const remove = (id: string) => {
    holdFocus(whole.current)
    void keeper.remove(id)
  }
  useEffect(() => {
    const confirm = () => void keeper.confirm()
    confirm()
    window.addEventListener('online', confirm)
    return () => window.removeEventListener('online', confirm)
  }, [keeper])

  if (found === null) return <Skeleton label={t('Loading what is kept')} className="h-96" />
  const order = listed.map(({ id }) => id)
  const lessons = found.toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id))
  const lost = listed.filter((one) => one.lost)
  const playing = lessons.find(({ id, keptAt }) => id === address.get('lesson') && keptAt !== null)
  const used = lessons.reduce((sum, lesson) => sum + sizeOf(lesson), 0)
  return (
    <section ref={whole} tabIndex={-1} aria-labelledby="kept" className="outline-none">
      <h2 id="kept" className="text-2xl">
        {t('Kept on this device')}
      </h2>
      {playing && <KeptPlayer key={playing.id} lesson={playing} learnerId={learnerId} />}
      {lessons.length === 0 && lost.length === 0 ? (
        <div className="mt-6">
          <EmptyState
            sentence={t(
              'Nothing is kept here yet. Open a lesson with a film of the academy, and choose “Keep on this device”.',
            )}
          >
            <LinkButton to={paths.myCourses}>{t('My Courses')}</LinkButton>
          </EmptyState>
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="tabular-nums">
            {t('{used} used', { used: formatSize(used) })}
            {room !== null && ` · ${t('{room} left', { room: formatSize(room) })}`}
          </p>
          <Button variant="secondary" size="small" onClick={() => setIsEmptying(true)}>
            {t('Remove all')}
          </Button>
        </div>
      )}
      <ul className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {lessons.map((lesson) => (
          <li key={lesson.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{lesson.title}</p>
              <p className="text-sm text-ink-soft wrap-anywhere">{lesson.courseTitle}</p>
              <p className="text-sm text-ink-soft tabular-nums">{describeKept(lesson)}</p>
              {lesson.keptAt === null && (
                <p className="text-sm">
                  {lesson.id in underWay
                    ? t('It is being kept.')
                    : t('Only a part of it is here. Go on in its lesson.')}
                </p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              {lesson.keptAt === null ? (
                <GoOn of={lesson} />
              ) : (
                lesson.id !== playing?.id && (
                  <Button
                    size="small"
                    aria-label={t('Play {lesson}', { lesson: lesson.title })}
                    onClick={() => setAddress({ tab: 'kept', lesson: lesson.id })}
                  >
                    {t('Play')}
                  </Button>
                )
              )}
              <Button
                variant="secondary"
                size="small"
                aria-label={t('Remove {lesson}', { lesson: lesson.title })}
                onClick={() => remove(lesson.id)}
              >
                {t('Remove')}
              </Button>
            </div>
          </li>
        ))}
        {lost.map((one) => (
          <Lost key={one.id} lesson={one} onSeen={() => remove(one.id)} />
        ))}
      </ul>
      <p className="mt-6 max-w-text text-sm text-ink-soft">
        {t(
          'What is kept lies here encrypted, plays only while you are signed in, and goes when you log out or the course is not yours any more. Your browser may remove it when the device runs full. All this keeps honest people honest: it does not stop somebody who records the screen or takes this browser apart.',
        )}
      </p>
      <AlertDialog
        isOpen={isEmptying}
        title={t('Remove all')}
        text={t(
          'All lessons that are kept on this device are removed from it. Your progress stays.',
        )}
        confirmLabel={t('Remove all')}
        isDangerous
        onCancel={() => setIsEmptying(false)}
        onConfirm={() => {
          setIsEmptying(false)
          void keeper.removeAll().then(() => holdFocus(whole.current))
        }}
      />
    </section>
  )
}

function GoOn({ of }: { of: Pick<KeptLesson, 'id'> }) {
  const [courseId = '', videoId = ''] = of.id.split('/')
  return (
    <Link
      to={lessonPath({ courseId, videoId }, { tool: 'keep' })}
      className="text-link inline-flex min-h-11 items-center"
    >
      {t('To the lesson')}
    </Link>
  )
}

function Lost({ lesson, onSeen }: { lesson: ListedLesson; onSeen: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{lesson.title}</p>
        <p className="text-sm">
          {lesson.lost && sayLoss(lesson.lost)} {t('It is no longer on this device.')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {lesson.lost !== 'refused' && <GoOn of={lesson} />}
        <Button variant="secondary" size="small" onClick={onSeen}>
          {t('Dismiss')}
        </Button>
      </div>
    </li>
  )
}

/** The lesson out of the device. What is played waits there and counts as soon as the academy hears of it. */
function KeptPlayer({ lesson, learnerId }: { lesson: KeptLesson; learnerId: string }) {
  const sender = senderOf(learnerId)
  const notice = useSendingNotice(sender)
  const name = useSession()?.user.name ?? null
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => keepSending(), [])
  const { courseId, videoId, opening, filmNumber } = lesson
  const film = filmOf(lesson)
  const url = film.renditions[0]?.url ?? ''
  const files = lesson.files.filter((file) => file.name.startsWith('file-'))
  const save = (file: KeptFile) => {
    readFile(lesson, file).then(
      (blob) => saveFile(blob, file.label),
      async () => setFailure(await sayWhyUnreadable(keptUrl(lesson, file))),
    )
  }
  return (
    <div className="mt-4 max-w-4xl">
      <MarkedFor value={lesson.hasNameMark ? name : null}>
        <Player
          link={{ provider: 'file', kind: 'mp4', url }}
          title={lesson.title}
          courseTitle={lesson.courseTitle}
          film={film}
          takesFocus
          renewUrl={() => Promise.resolve({ url, film })}
          onProblem={() => void sayWhyUnreadable(url).then(setFailure)}
          startAtInSeconds={readPlace(lesson.id)}
          onProgress={(report) => {
            const film = filmNumber !== undefined && { film: filmNumber }
            sender.report({ courseId, videoId }, { ...report, opening, ...film })
          }}
          onEnded={() => undefined}
          onCompletedPlayback={() => undefined}
        />
      </MarkedFor>
      <p className="mt-3 text-sm text-ink-soft">{lesson.courseTitle}</p>
      <h3 className="text-xl wrap-anywhere">{lesson.title}</h3>
      <output className="mt-1 block max-w-text text-sm text-ink-soft empty:hidden">
        {notice && tellNotice(notice)}
      </output>
      <Alert className="mt-3" tone="danger">
        {failure}
      </Alert>
      {files.length > 0 && (
        <ul aria-label={t('Files to take away')} className="mt-3 flex flex-wrap gap-3">
          {files.map((file) => (
            <li key={file.name}>
              <Button variant="secondary" size="small" onClick={() => save(file)}>
                {file.label} · {formatSize(file.sizeInBytes)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** By the addresses that the service worker answers from the device. */
function filmOf(lesson: KeptLesson): Film {
  const { files, film, rendition } = lesson
  const [own] = files
  const url = own ? keptUrl(lesson, own) : ''
  return {
    ...film,
    poster: null,
    sprite: null,
    renditions: [{ ...rendition, size_in_bytes: own?.sizeInBytes ?? 0, url }],
    captions: files
      .filter((file) => file.name.startsWith('captions-'))
      .map((file) => ({
        language: file.name.replace('captions-', ''),
        label: file.label,
        url: keptUrl(lesson, file),
      })),
  }
}

/** By the service worker's word: without its key, which went with a session, it is as good as ever. */
async function sayWhyUnreadable(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { range: 'bytes=0-0' } }).catch(() => null)
  return answer?.status === 423
    ? t('It is locked since your session ended. Open this page once with a network.')
    : t('What was kept of it can no longer be read.')
}

async function readFile(lesson: KeptLesson, file: KeptFile): Promise<Blob> {
  const answer = await fetch(keptUrl(lesson, file))
  if (!answer.ok) throw new TypeError(`${answer.status}`)
  return answer.blob()
}

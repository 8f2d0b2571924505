import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatTime, sayTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { AlertDialog } from '../../../ui/controls/alert-dialog.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { newId } from '../../../ui/drafting/new-id.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { useSession } from '../../../ui/session.ts'
import { isPlayable } from '../../learning/place.ts'
import type { LessonPanelProps } from '../../learning/web/classroom/lesson-panel.ts'
import type { FilmMark } from '../../learning/web/player/player-handle.ts'
import type { Note } from '../contract.ts'
import { keepSendingNotes, useLearnerNotes } from './learner-notes.ts'
import { NoteEditor, type OpenedNote, type OpenNote, openNoteKey } from './note-editor.tsx'
import type { KeptNote, NoteKeeper, SavedNote } from './note-keeper.ts'
import { NoteText } from './note-text.tsx'
import { notesPath } from './notes-path.ts'
import { notesKey, notesQuery } from './queries.ts'

/** Forgotten at log-out, as all that players keep. */
const goesOnKey = 'player_goes_on_while_writing'

/** The notes of a lesson by second, each of which leads there, and the field for a new one. */
export default function NotesPanel(props: LessonPanelProps) {
  const learnerId = useSession()?.user.id
  return learnerId === undefined ? null : <Notes {...props} learnerId={learnerId} />
}

interface Listed extends OpenNote {
  text: string
  isVersion: boolean
  isWaiting: boolean
  saved: SavedNote | null
}

function Notes({
  course,
  video,
  film,
  player,
  timesAsked,
  learnerId,
}: LessonPanelProps & { learnerId: string }) {
  const client = useQueryClient()
  const { notes, now } = useLearnerNotes(learnerId)
  const { keeper } = notes
  const found = useInfiniteQuery(notesQuery({ course_id: course.id, video_id: video.id }))
  const beginNote = (): OpenedNote => ({
    note: {
      id: newId(),
      courseId: course.id,
      videoId: video.id,
      film,
      atInSeconds: Math.floor(player.readPosition()),
    },
    saved: null,
  })
  const [open, setOpen] = useState(
    () => takeOpenNote(keeper, learnerId, video.id) ?? (timesAsked > 0 ? beginNote() : null),
  )
  const [timesAnswered, setTimesAnswered] = useState(timesAsked)
  if (timesAsked !== timesAnswered) {
    setTimesAnswered(timesAsked)
    if (open === null) setOpen(beginNote())
  }
  const [goesOn, setGoesOn] = useState(() => localStorage.getItem(goesOnKey) === 'yes')
  const [toDelete, setToDelete] = useState<Listed | null>(null)
  const [timesDeleted, setTimesDeleted] = useState(0)
  const wasPlaying = useRef(false)
  const writeButton = useRef<HTMLButtonElement>(null)

  useEffect(() => keepSendingNotes(), [])
  // After the dialog, which gives the focus back to a button that goes.
  useEffect(() => {
    if (timesDeleted > 0) writeButton.current?.focus({ preventScroll: true })
  }, [timesDeleted])
  const { timesSaved } = now
  useEffect(() => {
    if (timesSaved > 0) void client.invalidateQueries({ queryKey: notesKey })
  }, [client, timesSaved])
  const openedId = open?.note.id
  const stopFilm = useEffectEvent((_id: string) => {
    wasPlaying.current = player.isPlaying()
    if (!goesOn) player.pause()
  })
  useEffect(() => {
    if (openedId !== undefined) stopFilm(openedId)
  }, [openedId])
  const saved = found.data?.pages.flatMap((page) => page.notes) ?? []
  const waiting = now.listWaiting().filter(({ videoId }) => videoId === video.id)
  // It may have become one beside another.
  const writtenId = openedId === undefined ? null : now.read(keeper.slotOf(openedId))?.id
  const listed = listNotes(
    saved.map((note) => toListed(note, now.latest(note.id, note) ?? note)),
    waiting,
  ).filter(({ id }) => id !== openedId && id !== writtenId)
  const marks = JSON.stringify(
    listed
      .filter((note) => isPlayable(note, film))
      .map(({ id, atInSeconds: at, text }) => ({ id, at, text, kind: t('Note') })),
  )
  useEffect(() => {
    player.mark('notes', JSON.parse(marks) as FilmMark[]) // as written above
    return () => player.mark('notes', [])
  }, [player, marks])
  const finish = () => {
    setOpen(null)
    if (wasPlaying.current && !goesOn) player.play()
    writeButton.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          ref={writeButton}
          variant="secondary"
          size="small"
          onClick={() => setOpen(beginNote())}
        >
          {t('Write a note')}
        </Button>
        <label className="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={goesOn}
            onChange={(event) => {
              setGoesOn(event.target.checked)
              localStorage.setItem(goesOnKey, event.target.checked ? 'yes' : 'no')
            }}
            className="size-5 accent-ink"
          />
          {t('The film goes on while I write')}
        </label>
        <Link to={notesPath} className="text-link ms-auto inline-block py-1 text-sm">
          {t('All your notes')}
        </Link>
      </div>
      {open && (
        <div className="mt-3">
          <NoteEditor
            key={open.note.id}
            learnerId={learnerId}
            open={open}
            timesAsked={timesAsked}
            onDone={finish}
          />
        </div>
      )}
      {found.isPending && <Skeleton label={t('Loading your notes')} className="mt-4 h-24" />}
      {found.isError && (
        <LoadFailure className="mt-4" sentence={t('Your notes could not be loaded.')} of={found} />
      )}
      {found.data && listed.length === 0 && open === null && (
        <p className="mt-4 text-ink-soft">
          {t('What you write here is yours alone, and leads back to its second of the film.')}
        </p>
      )}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {listed.map((note) => (
          <li key={note.id} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
            {isPlayable(note, film) ? (
              <button
                type="button"
                onClick={() => {
                  player.seek(note.atInSeconds)
                  player.play()
                }}
                className="min-h-11 w-16 shrink-0 cursor-pointer rounded-md border border-line tabular-nums hover:bg-line sm:min-h-9"
              >
                <span aria-hidden="true">{formatTime(note.atInSeconds)}</span>
                <span className="sr-only">
                  {t('Play at {time}', { time: sayTime(note.atInSeconds) })}
                </span>
              </button>
            ) : (
              <p className="w-16 shrink-0 text-sm text-ink-soft">{t('From an earlier film')}</p>
            )}
            <div className="min-w-0 flex-1 basis-52">
              <NoteText text={note.text} isVersion={note.isVersion} isWaiting={note.isWaiting} />
            </div>
            <div className="flex gap-1">
              <Button
                variant="quiet"
                size="small"
                onClick={() => setOpen({ note, saved: note.saved })}
              >
                {t('Edit')}
                <span className="sr-only"> {formatTime(note.atInSeconds)}</span>
              </Button>
              <Button variant="quiet" size="small" onClick={() => setToDelete(note)}>
                {t('Delete')}
                <span className="sr-only"> {formatTime(note.atInSeconds)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ShowMore found={found} className="" />
      <AlertDialog
        isOpen={toDelete !== null}
        title={t('Delete this note?')}
        text={toDelete?.text.slice(0, 200) ?? ''}
        confirmLabel={t('Delete')}
        isDangerous
        onCancel={() => setToDelete(null)}
        onConfirm={() => {
          if (toDelete) keeper.remove(keeper.open(toDelete, toDelete.saved))
          setToDelete(null)
          setTimesDeleted(timesDeleted + 1)
          notes.sendNow()
        }}
      />
    </>
  )
}

function toListed(note: Note, { text, revision }: SavedNote): Listed {
  const { id } = note
  return {
    id,
    courseId: note.course_id,
    videoId: note.video_id,
    film: note.film,
    atInSeconds: note.at_second,
    text,
    isVersion: note.version_of !== null,
    isWaiting: false,
    saved: { id, text, revision },
  }
}

/** What the academy has, with what only this device has, by second. */
function listNotes(saved: readonly Listed[], waiting: readonly KeptNote[]): Listed[] {
  const byId = new Map(saved.map((note) => [note.id, note]))
  for (const note of waiting) {
    const { text } = note
    if (text === null) byId.delete(note.id)
    else {
      const known = byId.get(note.id)
      const isVersion = known?.isVersion ?? false
      byId.set(note.id, { ...note, text, isVersion, isWaiting: true, saved: known?.saved ?? null })
    }
  }
  return [...byId.values()].sort(
    (one, other) =>
      one.atInSeconds - other.atInSeconds || Number(one.isVersion) - Number(other.isVersion),
  )
}

/** What was being written in this tab before a reload. Null: nothing, or in another lesson. */
function takeOpenNote(keeper: NoteKeeper, learnerId: string, videoId: string): OpenedNote | null {
  const key = openNoteKey(learnerId)
  const left = sessionStorage.getItem(key)
  if (left === null || keeper.read(left)?.videoId !== videoId) return null
  const slot = keeper.take(left)
  const note = slot === null ? null : keeper.read(slot)
  if (note === null || slot !== keeper.slotOf(note.id)) return null
  sessionStorage.setItem(key, slot)
  return { note, saved: null }
}

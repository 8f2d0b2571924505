import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatTime, sayTime } from '../../../shared/format-time.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ShowMore } from '../../../ui/controls/show-more.tsx'
import { Skeleton } from '../../../ui/controls/skeleton.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { download } from '../../../ui/download.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { lessonPath } from '../../learning/web/lesson-path.ts'
import { NoteText } from './note-text.tsx'
import { notesQuery, saidQuery } from './queries.ts'

/** All notes of a learner, searched together with what is said in their courses. The words stand in the address. */
export default function MyNotes() {
  const [address, setAddress] = useSearchParams()
  const words = address.get('q') ?? ''
  const [typed, setTyped] = useState(words)
  const [searched, setSearched] = useState(words)
  const [asked, setAsked] = useState(words)
  // Back changes what is searched, and the field with it. What is typed while a search is on its way stays.
  if (searched !== words) {
    setSearched(words)
    setAsked(words)
    if (words !== asked) setTyped(words)
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    const q = typed.trim()
    setAsked(q)
    setAddress({ tab: 'notes', ...(q !== '' && { q }) }, { preventScrollReset: true })
  }
  return (
    <section aria-labelledby="my-notes">
      <h2 id="my-notes" className="text-2xl">
        {t('Your notes')}
      </h2>
      <form
        onSubmit={search}
        className="mt-4 flex max-w-text flex-wrap items-end gap-3 print:hidden"
      >
        <div className="min-w-0 flex-1 basis-56">
          <TextField
            label={t('Search your notes and what is said in your courses')}
            type="search"
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit">{t('Search')}</Button>
      </form>
      <NoNotes words={words} />
      <NoteHits words={words} />
      {words.length >= 2 && <SaidHits words={words} />}
    </section>
  )
}

/** Stands there before there is something to say, so that it is heard. */
function NoNotes({ words }: { words: string }) {
  const { data } = useInfiniteQuery(notesQuery(words === '' ? {} : { q: words }))
  const none =
    words === ''
      ? t('You have written no notes yet. Open a lesson, and press N in its player.')
      : t('None of your notes has these words.')
  return (
    <output className="mt-6 block max-w-text text-ink-soft">
      {data?.pages.every(({ notes }) => notes.length === 0) && none}
    </output>
  )
}

function NoteHits({ words }: { words: string }) {
  const found = useInfiniteQuery(notesQuery(words === '' ? {} : { q: words }))
  const [failure, setFailure] = useState<string | null>(null)
  const isToPrint = useRef(false)
  const { hasNextPage, isFetching, isError, fetchNextPage } = found
  // All of them: what is on paper shows no more.
  useEffect(() => {
    if (!isToPrint.current || isFetching) return
    if (hasNextPage && !isError) {
      void fetchNextPage()
      return
    }
    isToPrint.current = false
    if (!isError) window.print()
  }, [isFetching, isError, hasNextPage, fetchNextPage])
  const print = () => {
    if (!hasNextPage) {
      window.print()
      return
    }
    isToPrint.current = true
    void fetchNextPage()
  }
  const notes = found.data?.pages.flatMap((page) => page.notes) ?? []
  const trouble = isError && (
    <LoadFailure className="mt-6" sentence={t('Your notes could not be loaded.')} of={found} />
  )
  if (found.isLoadingError) return trouble
  if (found.isPending) return <Skeleton label={t('Loading your notes')} className="mt-6 h-48" />
  if (notes.length === 0) return trouble
  const save = () => {
    setFailure(null)
    download('GET /my-notes.md').catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    )
  }
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" size="small" onClick={save}>
          {t('Save all as Markdown')}
        </Button>
        <Button variant="secondary" size="small" isBusy={found.isFetchingNextPage} onClick={print}>
          {t('Print')}
        </Button>
      </div>
      {failure !== null && (
        <p role="alert" className="mt-2 text-danger">
          {failure}
        </p>
      )}
      <ul className="mt-4 divide-y divide-line">
        {notes.map((note) => (
          <Hit
            key={note.id}
            courseTitle={note.course_title}
            lessonTitle={note.video_title}
            to={
              note.has_left
                ? null
                : lessonPath(
                    { courseId: note.course_id, videoId: note.video_id },
                    { tool: 'notes', ...(note.is_playable && { seconds: note.at_second }) },
                  )
            }
            seconds={note.is_playable ? note.at_second : null}
          >
            <NoteText text={note.text} isVersion={note.version_of !== null} />
          </Hit>
        ))}
      </ul>
      {trouble}
      <ShowMore found={found} className="mt-4 print:hidden" />
      {/* The browser's own command waits for nothing to be fetched. */}
      {found.hasNextPage && (
        <p className="mt-4 hidden print:block">
          {t('There are more notes. “Print” above the notes prints all of them.')}
        </p>
      )}
    </>
  )
}

function SaidHits({ words }: { words: string }) {
  const { data, isError, isFetching, error, refetch } = useQuery(saidQuery(words))
  return (
    <section aria-labelledby="said" className="mt-10">
      <h3 id="said" className="text-xl">
        {t('Said in your courses')}
      </h3>
      {isError && (
        <LoadFailure className="mt-3" sentence={error.message} of={{ isFetching, refetch }} />
      )}
      {!data && !isError && <Skeleton label={t('Searching')} className="mt-3 h-32" />}
      {data?.hits.length === 0 && (
        <p className="mt-3 text-ink-soft">{t('Nobody says these words in your courses.')}</p>
      )}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {data?.hits.map((hit) => (
          <Hit
            key={`${hit.video_id} ${hit.language} ${hit.at_second}`}
            courseTitle={hit.course_title}
            lessonTitle={hit.video_title}
            to={lessonPath(
              { courseId: hit.course_id, videoId: hit.video_id },
              { seconds: hit.at_second },
            )}
            seconds={hit.at_second}
          >
            <p lang={hit.language} dir="auto" className="max-w-text wrap-anywhere">
              {hit.text}
            </p>
          </Hit>
        ))}
      </ul>
      {data?.has_more && (
        <p className="mt-3 text-sm text-ink-soft">
          {t('They are said in more films. One word more finds fewer.')}
        </p>
      )}
    </section>
  )
}

interface HitProps {
  courseTitle: string
  lessonTitle: string
  /** Null: its lesson has left the course. */
  to: string | null
  /** Null: it leads to its lesson only. */
  seconds: number | null
  children: ReactNode
}

function Hit({ courseTitle, lessonTitle, to, seconds, children }: HitProps) {
  return (
    <li className="break-inside-avoid py-4">
      <p className="text-sm text-ink-soft">{courseTitle}</p>
      <p className="mb-1">
        {to === null ? (
          <span className="inline-block py-1 font-medium">{lessonTitle}</span>
        ) : (
          <Link to={to} className="text-link inline-block py-1 font-medium">
            {lessonTitle}
            {seconds !== null && (
              <>
                <span aria-hidden="true" className="tabular-nums">
                  {' '}
                  {formatTime(seconds)}
                </span>
                <span className="sr-only"> {t('at {time}', { time: sayTime(seconds) })}</span>
              </>
            )}
          </Link>
        )}
        {seconds === null && (
          <span className="ms-3 text-sm text-ink-soft">
            {to === null ? t('This lesson has left the course') : t('From an earlier film')}
          </span>
        )}
      </p>
      {children}
    </li>
  )
}

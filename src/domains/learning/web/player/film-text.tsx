import { type RefObject, type UIEvent, useEffect, useId, useRef, useState } from 'react'
import { formatTime, sayTime } from '../../../../shared/format-time.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { plainText, readCaptions } from '../../../films/captions/read-captions.ts'
import type { CaptionsTrack } from './create-video.ts'
import type { Film } from './film.ts'
import type { FilmMark } from './player-handle.ts'

const STORAGE_KEY = 'player_transcript'

interface FilmTextProps {
  tracks: readonly CaptionsTrack[]
  /** Of the captions that are shown; the first otherwise. */
  preferredLanguage: string | null
  chapters: Film['chapters']
  /** They stand among the words. */
  marks: readonly FilmMark[]
  positionInSeconds: number
  onSeek: (positionInSeconds: number) => void
}

/** The chapters of a film below it, and one list of all that stands at a second; each leads there. */
export function FilmText({ tracks, preferredLanguage, chapters, marks, ...place }: FilmTextProps) {
  const track = tracks.find(({ language }) => language === preferredLanguage) ?? tracks[0]
  if (track === undefined && chapters.length === 0 && marks.length === 0) return null
  return (
    <div className="mt-3 grid gap-3">
      {chapters.length > 0 && <Chapters chapters={chapters} {...place} />}
      <Cues
        key={track?.language ?? ''}
        track={track}
        marks={[
          ...chapters.map(({ at, title }) => ({ at, text: title, kind: t('Chapter') })),
          ...marks,
        ]}
        {...place}
      />
    </div>
  )
}

type Place = Pick<FilmTextProps, 'positionInSeconds' | 'onSeek'>

function Chapters({
  chapters,
  positionInSeconds,
  onSeek,
}: Place & Pick<FilmTextProps, 'chapters'>) {
  const present = chapters.findLastIndex(({ at }) => at <= positionInSeconds)
  return (
    <nav aria-label={t('Chapters')}>
      <ol className="flex flex-wrap gap-2">
        {chapters.map(({ at, title }, index) => (
          <li key={at} className="min-w-0">
            <button
              type="button"
              aria-current={index === present ? 'true' : undefined}
              onClick={() => onSeek(at)}
              className="min-h-11 cursor-pointer rounded-md border border-line px-3 text-start text-sm hover:bg-line aria-[current]:border-ink aria-[current]:font-semibold"
            >
              <span className="text-ink-soft tabular-nums">{formatTime(at)}</span> {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface Words {
  /** Undefined: nothing is written of what is said. */
  track: CaptionsTrack | undefined
  marks: readonly Omit<FilmMark, 'id'>[]
}

function Cues({ track, marks, ...place }: Place & Words) {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(STORAGE_KEY) === 'open')
  const id = useId()
  const title = track ? t('Transcript') : t('In this film')
  const toggle = () => {
    localStorage.setItem(STORAGE_KEY, isOpen ? 'closed' : 'open')
    setIsOpen(!isOpen)
  }
  return (
    <section aria-label={title} className="rounded-lg border border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className="flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 rounded-lg px-4 text-start font-semibold hover:bg-line"
      >
        {title}
        <span className="text-sm font-normal text-ink-soft">{isOpen ? t('Hide') : t('Show')}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CueLines track={track} marks={marks} {...place} />}
      </div>
    </section>
  )
}

interface Cue {
  /** In seconds. */
  from: number
  to: number
  text: string
  /** Of what is not said, but marked here. */
  kind?: string
}

type ReadCues = { cues: Cue[]; state: 'loading' | 'ready' | 'failed' }

/** The file of captions itself; nothing is fetched before somebody opens the transcript. */
function useCues(url: string | null): ReadCues {
  const [words, setWords] = useState<ReadCues>({
    cues: [],
    state: url === null ? 'ready' : 'loading',
  })
  // A renewed link leads to the same words.
  const [firstUrl] = useState(url)
  useEffect(() => {
    if (firstUrl === null) return undefined
    const leaving = new AbortController()
    readCues(firstUrl, leaving.signal).then(
      (cues) => setWords({ cues, state: 'ready' }),
      () => {
        if (!leaving.signal.aborted) setWords({ cues: [], state: 'failed' })
      },
    )
    return () => leaving.abort()
  }, [firstUrl])
  return words
}

async function readCues(url: string, signal: AbortSignal): Promise<Cue[]> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`The captions were answered by ${answer.status}.`)
  return readCaptions(await answer.text())
    .map(({ fromInMs, toInMs, text }) => ({
      from: fromInMs / 1000,
      to: toInMs / 1000,
      text: plainText(text),
    }))
    .filter(({ text }) => text !== '')
}

function CueLines({ track, marks, positionInSeconds, onSeek }: Place & Words) {
  const { cues, state } = useCues(track?.url ?? null)
  const [search, setSearch] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const wanted = search.trim().toLocaleLowerCase()
  const lines = [
    ...cues,
    ...marks.map(({ at, text, kind }) => ({ from: at, to: at, text, kind })),
  ].sort((one, other) => one.from - other.from)
  const found = lines.filter(({ text }) => text.toLocaleLowerCase().includes(wanted))
  const present = cues.findLast(({ from }) => from <= positionInSeconds)
  const isFollowed = wanted === ''

  const presentFrom = present?.from
  /** By somebody who has scrolled on: the list stays there until what is said comes in sight again. */
  const hasLeft = useRef(false)
  useEffect(() => {
    if (isFollowed && presentFrom !== undefined) showLine(list.current, presentFrom, hasLeft)
  }, [isFollowed, presentFrom])
  const noteScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const at = isFollowed && presentFrom !== undefined ? placeOf(currentTarget, presentFrom) : null
    hasLeft.current = at !== null && (at.top < 0 || at.top > currentTarget.clientHeight)
  }

  if (state === 'loading')
    return <p className="px-4 pb-3 text-ink-soft">{t('Loading the words')}</p>
  const searchLabel = track ? t('Search the transcript') : t('Search this list')
  const hasNoWords = track !== undefined && cues.length === 0
  return (
    <>
      {hasNoWords && (
        <p className="px-4 pb-3 text-ink-soft">{t('The transcript cannot be shown right now.')}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2">
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-md border border-edge bg-paper px-3"
        />
        <output className="text-sm text-ink-soft tabular-nums">
          {wanted !== '' && tellFound(found.length)}
        </output>
      </div>
      <ol ref={list} onScroll={noteScroll} className="max-h-72 overflow-y-auto px-2 pb-2">
        {found.map((cue) => (
          <li key={`${cue.from} ${cue.to} ${cue.kind} ${cue.text}`}>
            <button
              type="button"
              data-from={cue.from}
              aria-current={cue === present ? 'true' : undefined}
              onClick={() => onSeek(cue.from)}
              className="flex min-h-11 w-full cursor-pointer items-baseline gap-3 rounded-md px-2 py-2 text-start hover:bg-line aria-[current]:bg-line aria-[current]:font-semibold"
            >
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                <span aria-hidden="true">{formatTime(cue.from)}</span>
                <span className="sr-only">{t('At {time}:', { time: sayTime(cue.from) })} </span>
              </span>
              <span className="min-w-0 wrap-anywhere">
                {cue.kind !== undefined && (
                  <span className="me-2 rounded-sm bg-wash px-1.5 text-sm">{cue.kind}</span>
                )}
                <span lang={cue.kind === undefined ? track?.language : undefined} dir="auto">
                  <Marked text={cue.text} wanted={wanted} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Moves the list only, never the page, and not from under a keyboard that is in it. */
function showLine(list: HTMLElement | null, from: number, hasLeft: RefObject<boolean>): void {
  const at = list && placeOf(list, from)
  if (!at) return
  if (at.top >= 0 && at.bottom <= list.clientHeight) hasLeft.current = false
  else if (!hasLeft.current && !list.contains(document.activeElement)) {
    list.scrollTop += at.top - list.clientHeight / 3
  }
}

/** Below the upper edge of what is seen of the list. */
function placeOf(list: HTMLElement, from: number): { top: number; bottom: number } | null {
  const line = list.querySelector<HTMLElement>(`[data-from="${from}"]`)
  if (!line) return null
  const top = line.offsetTop - list.offsetTop - list.scrollTop
  return { top, bottom: top + line.offsetHeight }
}

function Marked({ text, wanted }: { text: string; wanted: string }) {
  const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-marigold text-on-marigold">{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}

function tellFound(count: number): string {
  return t('{count, plural, =0 {Not found} =1 {Found once} other {Found in # places}}', { count })
}

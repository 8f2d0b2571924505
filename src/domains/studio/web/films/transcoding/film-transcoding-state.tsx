import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../../../../ui/controls/button.tsx'
import { ProgressBar } from '../../../../../ui/controls/progress-bar.tsx'
import type { ShownFilm } from '../film-queries.ts'
import {
  type FilmTranscoding,
  listenToTranscoding,
  pauseTranscoding,
  readTranscoding,
  startTranscoding,
} from './film-transcoding.ts'

/** What this browser makes of a film where the server cannot, how far it is, and what can be done about it. */
export function FilmTranscodingState({ film }: { film: ShownFilm }) {
  const read = () => readTranscoding(film.id)
  const making = useSyncExternalStore(listenToTranscoding, read, () => undefined)
  const isLacking = film.missing.length > 0
  useEffect(() => {
    if (isLacking && readTranscoding(film.id) === undefined) startTranscoding(film.id)
  }, [film.id, isLacking])
  if (!isLacking || !making) return null
  const { state, step } = making
  return (
    <div className="mt-2 grid gap-2 rounded-sm bg-wash p-3">
      <p className="text-sm">
        This server has no ffmpeg: your browser makes the smaller sizes. Please keep this page open.
        What is made already stays, and the rest goes on when you open this lesson again.
      </p>
      {step && (
        <ProgressBar percent={100 * step.fraction} label={`Smaller sizes of ${film.filename}`} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output className="text-sm text-ink-soft">{tell(making)}</output>
        {state !== 'queued' && (
          <Button
            variant="secondary"
            size="small"
            onClick={() =>
              state === 'working' || state === 'paused'
                ? pauseTranscoding(film.id, state === 'working')
                : startTranscoding(film.id)
            }
          >
            {state === 'working' ? 'Pause' : 'Go on'}
          </Button>
        )}
      </div>
      {state === 'stopped' && (
        <p role="alert" className="text-sm font-medium text-danger">
          {making.sentence} The original plays as it is.
        </p>
      )}
    </div>
  )
}

function tell({ state, step }: FilmTranscoding): string {
  if (state === 'queued') return 'Waits for the films before it.'
  if (state === 'elsewhere') return 'Another window of this browser is at it.'
  if (state === 'stopped') return 'Stopped.'
  if (!step) return ''
  const left = step.left === 1 ? 'The last one.' : `${step.left} are left.`
  const sentence = `${verbs[step.doing]} ${names[step.name] ?? step.name}. ${left}`
  return state === 'paused' ? `Paused. ${sentence}` : sentence
}

const verbs = { fetching: 'Fetching the film for', making: 'Making', sending: 'Sending' }

const names: Record<string, string> = {
  data_saver: 'the data saver',
  sound_only: 'sound only',
  poster: 'the poster',
  sprite: 'the pictures of the seek bar',
}

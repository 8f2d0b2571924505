import { useEffect, useSyncExternalStore } from 'react'
import { formatMessage } from '../../../../../shared/i18n/format-message.ts'
import { msg, t } from '../../../../../shared/i18n/translate.ts'
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
export default function FilmTranscodingState({ film }: { film: ShownFilm }) {
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
        {t(
          'This server has no ffmpeg: your browser makes the smaller sizes. Please keep this page open. What is made already stays, and the rest goes on when you open this lesson again.',
        )}
      </p>
      {step && (
        <ProgressBar
          percent={100 * step.fraction}
          label={t('Smaller sizes of {filename}', { filename: film.filename })}
        />
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
            {state === 'working' ? t('Pause') : t('Go on')}
          </Button>
        )}
      </div>
      {state === 'stopped' && (
        <p role="alert" className="text-sm font-medium text-danger">
          {t('{sentence} The original plays as it is.', { sentence: making.sentence ?? '' })}
        </p>
      )}
    </div>
  )
}

function tell({ state, step }: FilmTranscoding): string {
  if (state === 'queued') return t('Waits for the films before it.')
  if (state === 'elsewhere') return t('Another window of this browser is at it.')
  if (state === 'stopped') return t('Stopped.')
  if (!step) return state === 'paused' ? t('Paused. {sentence}', { sentence: '' }).trim() : ''
  const left = t('{left, plural, =1 {The last one.} other {# are left.}}', { left: step.left })
  const file = t(names[step.name] ?? step.name)
  const sentence = `${formatMessage(t(doings[step.doing]), { file })} ${left}`
  return state === 'paused' ? t('Paused. {sentence}', { sentence }) : sentence
}

const doings: Record<'fetching' | 'making' | 'sending', string> = {
  fetching: msg('Fetching the film for {file}.'),
  making: msg('Making {file}.'),
  sending: msg('Sending {file}.'),
}

const names: Record<string, string> = {
  data_saver: msg('the data saver'),
  sound_only: msg('sound only'),
  poster: msg('the poster'),
  sprite: msg('the pictures of the seek bar'),
}

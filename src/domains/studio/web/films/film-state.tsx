import { lazy, Suspense } from 'react'
import { askAgain } from '../../../../http/web/ask-again.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { Alert } from '../../../../ui/controls/alert.tsx'
import { ProgressBar } from '../../../../ui/controls/progress-bar.tsx'
import { Skeleton } from '../../../../ui/controls/skeleton.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import type { ShownFilm } from './film-queries.ts'

// Only where the server has no ffmpeg.
const FilmTranscodingState = lazy(() =>
  askAgain(() => import('./transcoding/film-transcoding-state.tsx')),
)

interface FilmStateProps {
  film: ShownFilm | undefined
  /** Why it could not be asked for. */
  error: Error | null
}

/** Where a film stands, and what a learner's device can choose from. */
export function FilmState({ film, error }: FilmStateProps) {
  if (!film) {
    if (error) return <Alert tone="danger">{error.message}</Alert>
    return <Skeleton label={t('Loading the film')} className="h-24" />
  }
  if (film.state === 'failed') {
    return <Alert tone="danger">{film.message ?? t('This file cannot be used as a film.')}</Alert>
  }
  return (
    <section aria-label={t('Own film')} className="rounded-md border border-line p-3">
      <p className="wrap-anywhere">{film.filename}</p>
      <output className="block text-sm text-ink-soft">
        {t(film.plays ? sentences[film.state] : unplayable)}
      </output>
      {film.state === 'processing' && (
        <ProgressBar
          percent={100 * (film.progress ?? 0)}
          label={t('Sizes of {filename}', { filename: film.filename })}
        />
      )}
      {film.message !== undefined && <p className="mt-1 text-sm text-amber">{film.message}</p>}
      {film.made_by === 'browser' && film.missing.length > 0 && (
        <Suspense fallback={null}>
          <FilmTranscodingState film={film} />
        </Suspense>
      )}
      {film.renditions.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
          {film.renditions.map(({ name, height, size_in_bytes }) => (
            <li key={name}>
              {t(names[name] ?? name)}
              {name === 'original' && height !== null && ` ${height}p`}: {formatSize(size_in_bytes)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const sentences = {
  uploading: msg('The academy is looking at this film.'),
  processing: msg('Smaller sizes for slow lines are being made. Until then the original plays.'),
  ready: msg('Ready to play.'),
}

const unplayable = msg(
  'This film is being converted into one that plays everywhere. Until then it cannot be published.',
)

const names: Record<string, string> = {
  original: msg('Original'),
  data_saver: msg('Data saver'),
  sound_only: msg('Sound only'),
}

import { t } from '../../../../shared/i18n/translate.ts'
import type { Uploads } from '../files/use-uploads.ts'

interface UploadsUnderWayProps {
  films: Uploads
  files: Uploads
}

/** How far all films and files have come, wherever one is in the editor. */
export function UploadsUnderWay({ films, files }: UploadsUnderWayProps) {
  if (films.running.length + files.running.length === 0) return null
  const [film, file] = [sumUp(films), sumUp(files)]
  return (
    <div className="mt-3 text-sm">
      {film.count > 0 && (
        <p className="text-ink-soft tabular-nums">
          {t('Uploading {count, plural, one {# film} other {# films}}: {percent}%', film)}
        </p>
      )}
      {file.count > 0 && (
        <p className="text-ink-soft tabular-nums">
          {t('Uploading {count, plural, one {# file} other {# files}}: {percent}%', file)}
        </p>
      )}
      {film.refused > 0 && (
        <p className="font-medium text-danger">
          {t('{count, plural, one {# film was} other {# films were}} not taken.', {
            count: film.refused,
          })}
        </p>
      )}
      {file.refused > 0 && (
        <p className="font-medium text-danger">
          {t('{count, plural, one {# file was} other {# files were}} not taken.', {
            count: file.refused,
          })}
        </p>
      )}
    </div>
  )
}

function sumUp({ running: all }: Uploads) {
  const running = all.filter(({ state }) => state !== 'refused')
  const sum = (key: 'sentInBytes' | 'sizeInBytes') =>
    running.reduce((total, upload) => total + upload[key], 0)
  const percent = Math.floor((100 * sum('sentInBytes')) / Math.max(1, sum('sizeInBytes')))
  return { count: running.length, refused: all.length - running.length, percent }
}

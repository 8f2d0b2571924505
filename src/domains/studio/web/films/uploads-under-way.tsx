import { t } from '../../../../shared/i18n/translate.ts'
import type { Uploads } from '../files/use-uploads.ts'

/** How far all films have come, wherever one is in the editor. */
export function UploadsUnderWay({ uploads }: { uploads: Uploads }) {
  const running = uploads.running.filter(({ state }) => state !== 'refused')
  const refused = uploads.running.length - running.length
  if (uploads.running.length === 0) return null
  const sum = (key: 'sentInBytes' | 'sizeInBytes') =>
    running.reduce((total, upload) => total + upload[key], 0)
  const percent = Math.floor((100 * sum('sentInBytes')) / Math.max(1, sum('sizeInBytes')))
  return (
    <div className="mt-3 text-sm">
      {running.length > 0 && (
        <p className="text-ink-soft tabular-nums">
          {t('Uploading {count, plural, one {# film} other {# films}}: {percent}%', {
            count: running.length,
            percent,
          })}
        </p>
      )}
      {refused > 0 && (
        <p className="font-medium text-danger">
          {t('{count, plural, one {# film was} other {# films were}} not taken.', {
            count: refused,
          })}
        </p>
      )}
    </div>
  )
}

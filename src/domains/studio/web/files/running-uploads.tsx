import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { ProgressBar } from '../../../../ui/controls/progress-bar.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import type { RunningUpload, Uploads } from './use-uploads.ts'

/** What is being uploaded, how far it has come, and what can be done about it. */
export function RunningUploads({ uploads }: { uploads: Uploads }) {
  return (
    <ul className="grid gap-3">
      {uploads.running.map((upload) => (
        <li key={upload.key} className="rounded-sm border border-line p-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              {upload.name}{' '}
              <span className="text-sm text-ink-soft">{formatSize(upload.sizeInBytes)}</span>
            </span>
            <span className="flex gap-2">
              <PauseButton upload={upload} uploads={uploads} />
              <Button
                variant="quiet"
                size="small"
                aria-label={
                  upload.state === 'refused'
                    ? t('Close {name}', { name: upload.name })
                    : t('Cancel {name}', { name: upload.name })
                }
                onClick={() => uploads.cancel(upload.key)}
              >
                {upload.state === 'refused' ? t('Close') : t('Cancel')}
              </Button>
            </span>
          </div>
          {upload.state === 'refused' ? (
            <p role="alert" className="mt-1 text-sm font-medium text-danger">
              {upload.sentence}
            </p>
          ) : (
            <ProgressBar
              percent={(100 * upload.sentInBytes) / Math.max(1, upload.sizeInBytes)}
              label={t('Upload of {name}', { name: upload.name })}
            />
          )}
          <output className="block text-sm text-ink-soft">
            {upload.state === 'queued' && t('Waits for its turn.')}
            {upload.state === 'sent' && t('All of it is here. The academy is looking at it.')}
            {upload.state === 'waiting' &&
              (upload.sentence === ''
                ? t('The connection was lost. What was sent is kept; it goes on by itself.')
                : `${upload.sentence} ${t('It goes on by itself.')}`)}
            {upload.state === 'paused' && t('Paused. What was sent is kept.')}
          </output>
        </li>
      ))}
    </ul>
  )
}

function PauseButton({ upload, uploads }: { upload: RunningUpload; uploads: Uploads }) {
  const { key, name, state } = upload
  if (state === 'refused' || state === 'queued' || state === 'sent') return null
  if (state === 'sending') {
    return (
      <Button
        variant="secondary"
        size="small"
        aria-label={t('Pause {name}', { name })}
        onClick={() => uploads.pause(key)}
      >
        {t('Pause')}
      </Button>
    )
  }
  return (
    <Button
      variant="secondary"
      size="small"
      aria-label={t('Go on with {name}', { name })}
      onClick={() => uploads.resume(key)}
    >
      {t('Go on')}
    </Button>
  )
}

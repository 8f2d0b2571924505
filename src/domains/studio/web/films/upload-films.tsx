import { t } from '../../../../shared/i18n/translate.ts'
import { FileDrop } from '../files/file-drop.tsx'
import { RunningUploads } from '../files/running-uploads.tsx'
import type { FilmUploads } from './use-film-uploads.ts'

export const acceptedFilms = 'video/*,.mp4,.m4v,.mov,.webm,.mkv'

interface UploadFilmsProps {
  uploads: FilmUploads
  moduleId: string
  /** The lessons of the module. */
  lessonIds: ReadonlySet<string>
}

/** Many films at once for a module: each becomes a lesson. */
export function UploadFilms({ uploads, moduleId, lessonIds }: UploadFilmsProps) {
  const running = uploads.running.filter(({ purpose }) => lessonIds.has(purpose))
  return (
    <div className="grid gap-3">
      <RunningUploads uploads={{ ...uploads, running }} />
      <FileDrop
        label={t('Upload films')}
        accept={acceptedFilms}
        onFiles={(files) => uploads.addToModule(moduleId, files)}
      >
        {t(
          'Or drop them here: many at once, up to 10 GB each. Each becomes a lesson named after its file. If an upload stops, choose the same file again and it goes on.',
        )}
      </FileDrop>
    </div>
  )
}

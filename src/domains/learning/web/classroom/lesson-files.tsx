import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import type { Course } from '../../../catalogue/contract.ts'
import { renewFileLink } from './renew-link.ts'

type Video = Course['modules'][number]['videos'][number]
export type LessonFile = NonNullable<Video['attachments']>[number]

/** Signed links hold for half an hour at least. */
const freshForInMs = 25 * 60_000

interface LessonFilesProps {
  courseId: string
  videoId: string
  files: LessonFile[]
}

/** The files of a lesson, to be kept. Who has an older one is told. */
export function LessonFiles({ courseId, videoId, files }: LessonFilesProps) {
  const [shownAt] = useState(() => Date.now())
  const [fetched, setFetched] = useState<string[]>([])
  if (files.length === 0) return null
  const openAnew = async (file: LessonFile) => {
    const url = await renewFileLink({ courseId, videoId, fileId: file.id })
    window.location.assign(url ?? file.url)
  }
  return (
    <section aria-labelledby={`files-${videoId}`} className="mt-6">
      <h3 id={`files-${videoId}`} className="text-lg">
        {t('Files to take away')}
      </h3>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {files.map((file) => (
          <li key={file.id}>
            <a
              href={file.url}
              download
              className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2"
              onClick={(event) => {
                setFetched((before) => [...before, file.id])
                if (Date.now() - shownAt < freshForInMs) return
                event.preventDefault()
                void openAnew(file)
              }}
            >
              <span className="min-w-0 font-medium wrap-anywhere underline decoration-line underline-offset-4">
                {file.name}
              </span>
              {file.is_new_version && !fetched.includes(file.id) && (
                <Badge tone="waiting">{t('New version')}</Badge>
              )}
              <span className="ms-auto text-sm text-ink-soft tabular-nums">
                {formatSize(file.size_in_bytes)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

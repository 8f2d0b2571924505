import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import { formatSize } from '../../../../ui/format-size.ts'
import type { Course } from '../../../catalogue/contract.ts'
import { endsSoon } from '../ends-soon.ts'
import { renewFileLink } from './renew-link.ts'

type Video = Course['modules'][number]['videos'][number]
export type LessonFile = NonNullable<Video['attachments']>[number]

interface LessonFilesProps {
  courseId: string
  videoId: string
  files: LessonFile[]
}

/** The files of a lesson, to be kept. Who has an older one is told. */
export function LessonFiles({ courseId, videoId, files }: LessonFilesProps) {
  const [fetched, setFetched] = useState<string[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  if (files.length === 0) return null
  const markFetched = ({ id }: LessonFile) => setFetched((before) => [...before, id])
  const openAnew = async (file: LessonFile) => {
    try {
      const url = await renewFileLink({ courseId, videoId, fileId: file.id })
      if (url === null) {
        setFailure(t('This link is not good any more. Please open the course again.'))
        return
      }
      window.location.assign(url)
      markFetched(file)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
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
                setFailure(null)
                if (!endsSoon(file.url)) {
                  markFetched(file)
                  return
                }
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
      <p role="alert" className="mt-1.5 text-sm empty:hidden">
        {failure}
      </p>
    </section>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { NewCourseButtons } from '../../domains/studio/web/new-course-buttons.tsx'
import { studioKey } from '../../domains/studio/web/queries.ts'
import { useMutation } from '../../http/web/use-mutation.ts'
import { t } from '../../shared/i18n/translate.ts'
import { call } from '../../ui/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { isFocusAround } from '../../ui/layout/hold-focus.ts'
import type { Notice } from '../../ui/notice.ts'
import type { CourseToCreate } from './course-draft.ts'
import { CourseForm } from './course-form.tsx'
import type { DraftStore } from './draft-store.ts'
import { ExistingCourses } from './existing-courses.tsx'
import { StatusMessage } from './status-message.tsx'

export function CourseManagement({ drafts }: { drafts: DraftStore }) {
  const client = useQueryClient()
  const [isFormOpen, setIsFormOpen] = useState(() => drafts.read() !== null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const created = t('Course created successfully!')
  const openButton = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const create = useMutation({
    mutationFn: (body: CourseToCreate) => call('POST /admin/courses', { body }),
  })

  const open = () => {
    setNotice(null)
    setIsFormOpen(true)
  }
  const close = () => {
    drafts.write(null)
    setIsFormOpen(false)
    if (isFocusAround(form.current)) openButton.current?.focus()
  }
  const send = async (course: CourseToCreate) => {
    setNotice(null)
    const answer: { id: string } | null = await create.mutateAsync(course)
    close()
    setNotice({ tone: 'success', text: created })
    // The specification shows no result.
    if (answer?.id) void warnOfVideos(answer.id)
    await client.invalidateQueries({ queryKey: studioKey })
  }

  /** The course is on sale in any case; what its videos' providers say comes when it comes. */
  const warnOfVideos = async (id: string) => {
    const said = await call('GET /admin/courses/:id/video-problems', {
      params: { id },
    }).catch(() => null) // nobody to ask: no opinion
    const problems = said?.problems ?? []
    if (problems.length === 0) return
    const detail = t('Please check these lessons, which nobody could complete: {problems}', {
      problems: problems.map(({ message }) => message).join(' '),
    })
    setNotice((now) => (now?.text === created ? { tone: 'warning', text: created, detail } : now))
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          ref={openButton}
          aria-expanded={isFormOpen}
          disabled={create.isPending}
          onClick={isFormOpen ? close : open}
        >
          {t('+ Create New Course')}
        </Button>
        <NewCourseButtons
          onFailure={(detail) =>
            setNotice({ tone: 'danger', text: t('Failed to begin a draft'), detail })
          }
        />
      </div>
      <StatusMessage notice={notice} onClose={() => setNotice(null)} />
      <div ref={form}>
        {isFormOpen && <CourseForm drafts={drafts} onSend={send} onCancel={close} />}
      </div>
      <ExistingCourses onCreateFirst={open} onNotice={setNotice} />
    </>
  )
}

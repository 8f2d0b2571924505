import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { coursesQuery } from '../../catalogue/queries.ts'
import { call } from '../../ui/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import type { createCourse } from '../contract.ts'
import type { CourseDraft, CourseToCreate } from './course-draft.ts'
import { CourseForm } from './course-form.tsx'
import { ExistingCourses } from './existing-courses.tsx'
import { StatusMessage, type Told } from './status-message.tsx'

interface CourseManagementProps {
  /** What was written before the form was last left; null: nothing. */
  draft: CourseDraft | null
  onDraft: (draft: CourseDraft | null) => void
}

export function CourseManagement({ draft, onDraft }: CourseManagementProps) {
  const client = useQueryClient()
  const [isFormOpen, setIsFormOpen] = useState(draft !== null)
  const [told, setTold] = useState<Told | null>(null)
  const openButton = useRef<HTMLButtonElement>(null)
  const create = useMutation({
    mutationFn: (body: CourseToCreate) =>
      call<typeof createCourse>('POST /admin/courses', { body }),
  })

  const open = () => {
    setTold(null)
    setIsFormOpen(true)
  }
  const close = () => {
    onDraft(null)
    setIsFormOpen(false)
    openButton.current?.focus()
  }
  const send = async (course: CourseToCreate) => {
    setTold(null)
    await create.mutateAsync(course)
    close()
    setTold({ tone: 'success', text: 'Course created successfully!' })
    await client.invalidateQueries({ queryKey: coursesQuery.queryKey })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <Button ref={openButton} aria-expanded={isFormOpen} onClick={isFormOpen ? close : open}>
          + Create New Course
        </Button>
      </div>
      <StatusMessage told={told} onClose={() => setTold(null)} />
      {isFormOpen && <CourseForm draft={draft} onLeft={onDraft} onSend={send} onCancel={close} />}
      <ExistingCourses onCreateFirst={open} onTold={setTold} />
    </>
  )
}

import { t } from '../../../../shared/i18n/translate.ts'
import type { CourseStore } from '../editor/course-rules.ts'
import { findLesson } from '../editor/edited-course.ts'
import { type Uploads, useUploads } from './use-uploads.ts'

/** Files to take away on their way; the purpose of each is the id of its lesson. */
export interface AttachmentUploads extends Uploads {
  addToLesson(lessonId: string, files: readonly File[]): void
}

export const attachmentsAtMost = 20

/** Uploads files to take away into the lessons of a course, for as long as its editor is open. */
export function useAttachmentUploads(
  { courseId, store }: { courseId: string; store: CourseStore },
  say: (sentence: string) => void,
): AttachmentUploads {
  const lessonOf = (id: string) => findLesson(store.read().content, id)?.lesson
  const uploads = useUploads(
    { courseId, kind: 'attachment', atOnce: attachmentsAtMost },
    ({ id, name }, { purpose }) => {
      const lesson = lessonOf(purpose)
      if (!lesson) return say(t('The lesson of {name} is not there any more.', { name }))
      const attachments = [...lesson.attachments.filter((file) => file.id !== id), { id, name }]
      store.edit({ type: 'set-lesson', id: purpose, values: { attachments } })
      say(t('{name} is uploaded.', { name }))
    },
  )
  return {
    ...uploads,
    addToLesson: (lessonId, files) => {
      const coming = uploads.running.filter(({ purpose }) => purpose === lessonId)
      const room =
        attachmentsAtMost - (lessonOf(lessonId)?.attachments ?? []).length - coming.length
      uploads.add(files.slice(0, Math.max(0, room)).map((file) => ({ file, purpose: lessonId })))
      say(
        files.length > room
          ? t('A lesson can have {count} files; the others were left out.', {
              count: attachmentsAtMost,
            })
          : t('Uploading {count, plural, =1 {{name}} other {# files}}.', {
              count: files.length,
              name: files[0]?.name ?? '',
            }),
      )
    },
  }
}

import type { ComponentType } from 'react'
import type { EditedCourse, EditedLesson } from './edited-course.ts'

/** The draft as it stands on the server, for what acts on the whole of it. */
export interface DraftAction {
  courseId: string
  revision: number
  /** False: something is still on its way, and acting now would act on older text. */
  isSaved: boolean
}

/** Parts of the screen that other files bring along, each loaded when it is first shown. */
export interface EditorSlots {
  PublishButton?: ComponentType<DraftAction & { onPublished: () => void }>
  StateBadge?: ComponentType<{ state: string }>
  /** History, the learner's view, export. `onReplaced`: the draft was exchanged on the server. */
  Menu?: ComponentType<DraftAction & { onReplaced: () => void }>
  MarkdownPreview?: ComponentType<{ text: string }>
  AttachmentsField?: ComponentType<{
    courseId: string
    value: EditedLesson['attachments']
    onChange: (value: EditedLesson['attachments']) => void
  }>
  CoverField?: ComponentType<{
    courseId: string
    value: EditedCourse['thumbnail']
    onChange: (value: string | null) => void
  }>
}

import type { FieldError } from '../../../../ui/drafting/content-rules.ts'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { recogniseVideoLink } from '../../../catalogue/video-link.ts'
import type { AttachmentUploads } from '../files/use-attachment-uploads.ts'
import type { FilmUploads } from '../films/use-film-uploads.ts'
import type { Moved } from './arrange.ts'
import { DetailsPanel } from './details-panel.tsx'
import type { Edit } from './edit-course.ts'
import {
  type EditedCourse,
  type EditedLesson,
  findLesson,
  nameOf,
  type Part,
} from './edited-course.ts'
import { LessonPanel } from './lesson-panel.tsx'
import { ModulePanel } from './module-panel.tsx'

interface PartPanelProps {
  courseId: string
  course: EditedCourse
  part: Part
  films: FilmUploads
  files: AttachmentUploads
  errors: readonly FieldError<Part>[]
  onEdit: (edit: Edit) => void
  onAddLesson: (moduleId: string) => void
  onMove: (moved: Moved) => void
  onRemove: (kind: 'module' | 'lesson', id: string, name: string) => void
}

/** The fields of what is chosen in the outline; of the course itself, if that is not there any more. */
export function SelectionPanel(props: PartPanelProps) {
  const { courseId, course, part, films, files, onEdit, onMove, onRemove } = props
  const errors = props.errors.filter((error) => isSame(error.part, part))
  const lesson = part.kind === 'lesson' ? findLesson(course, part.id)?.lesson : undefined
  if (lesson) {
    const { id } = lesson
    return (
      <LessonPanel
        key={id}
        courseId={courseId}
        lesson={lesson}
        films={films}
        files={files}
        tellsYouTubeRule={findSoldOnYouTube(course)?.id === id}
        errors={errors}
        onChange={(values) => onEdit({ type: 'set-lesson', id, values })}
        onMove={() => onMove({ kind: 'lesson', id })}
        onRemove={() => onRemove('lesson', id, nameOf(lesson, 'lesson'))}
      />
    )
  }
  const module =
    part.kind === 'module' ? course.modules.find(({ id }) => id === part.id) : undefined
  if (module) {
    const { id } = module
    return (
      <ModulePanel
        key={id}
        module={module}
        films={films}
        errors={errors}
        onChange={(values) => onEdit({ type: 'set-module', id, values })}
        onAddLesson={() => props.onAddLesson(id)}
        onAddLinks={(links) => {
          for (const values of links)
            onEdit({ type: 'add-lesson', id: newId(), moduleId: id, values })
        }}
        onMove={() => onMove({ kind: 'module', id })}
        onRemove={() => onRemove('module', id, nameOf(module, 'module'))}
      />
    )
  }
  return (
    <DetailsPanel
      courseId={courseId}
      course={course}
      errors={props.errors.filter((error) => error.part.kind === 'details')}
      onChange={(values) => onEdit({ type: 'set-details', values })}
    />
  )
}

/** The first lesson that is paid for and plays at YouTube: its rule is told once for the course. */
function findSoldOnYouTube({ modules }: EditedCourse): EditedLesson | undefined {
  return modules
    .flatMap(({ videos }) => videos)
    .find(
      ({ is_preview: isFree, url }) => !isFree && recogniseVideoLink(url)?.provider === 'youtube',
    )
}

function isSame(one: Part, other: Part): boolean {
  if (one.kind === 'details' || other.kind === 'details') return one.kind === other.kind
  return one.kind === other.kind && one.id === other.id
}

import { t } from '../../../../shared/i18n/translate.ts'
import type { CourseDraft, ModuleDraft, VideoDraft } from '../../course-input.ts'

export type EditedLesson = VideoDraft & { id: string }
export type EditedModule = Omit<ModuleDraft, 'id' | 'videos'> & {
  id: string
  videos: readonly EditedLesson[]
}

/** The draft as the editor holds it: never changed in place, every module and lesson with an id. */
export type EditedCourse = Omit<CourseDraft, 'modules'> & { modules: readonly EditedModule[] }

/** A part of the course that has a panel of its own. */
export type Part =
  | { kind: 'details' }
  | { kind: 'module'; id: string }
  | { kind: 'lesson'; id: string }

export const detailsPart: Part = { kind: 'details' }

export function emptyLesson(id: string): EditedLesson {
  return {
    id,
    title: '',
    url: '',
    duration: '',
    is_preview: false,
    text: '',
    links: [],
    attachments: [],
    quiz: null,
    assignment: null,
  }
}

export function emptyModule(id: string): EditedModule {
  return { id, title: '', description: '', videos: [] }
}

/** The server names everything that it saves; what came without a name gets one here. */
export function withIds(course: CourseDraft, newId: () => string): EditedCourse {
  return {
    ...course,
    modules: course.modules.map((module) => ({
      ...module,
      id: module.id ?? newId(),
      videos: module.videos.map((video) => ({ ...video, id: video.id ?? newId() })),
    })),
  }
}

/** Null: the course has no such lesson. Both places are counted from 0. */
export function findLesson(course: EditedCourse, lessonId: string) {
  for (const [moduleAt, module] of course.modules.entries()) {
    const at = module.videos.findIndex(({ id }) => id === lessonId)
    const lesson = module.videos[at]
    if (lesson) return { module, moduleAt, lesson, at }
  }
  return null
}

/** What a lesson or module is called while it has no title. */
export function nameOf({ title }: { title: string }, kind: 'module' | 'lesson'): string {
  return title.trim() || (kind === 'module' ? t('Untitled module') : t('Untitled lesson'))
}

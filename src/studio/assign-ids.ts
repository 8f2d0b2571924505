import { newId } from '../platform/database/new-id.ts'
import type { CourseDraft } from './course-input.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Which ids a draft may use as they are. */
export interface KnownIds {
  /** The course's modules. */
  modules: ReadonlySet<string>
  /** The course's lessons, the retired ones too. */
  lessons: ReadonlySet<string>
  /** Modules and lessons of other courses. */
  elsewhere: ReadonlySet<string>
}

/**
 * The draft with an id for every module and lesson, none twice. What the course knows keeps its id;
 * so does what the browser has named by a UUID that nothing else has. Everything else is new.
 */
export function assignIds(draft: CourseDraft, known: KnownIds): CourseDraft {
  const used = new Set<string>()
  const assign = (id: string | undefined, own: ReadonlySet<string>): string => {
    const isFree = id !== undefined && !used.has(id) && !known.elsewhere.has(id)
    const assigned = isFree && (own.has(id) || uuid.test(id)) ? id : newId()
    used.add(assigned)
    return assigned
  }
  return {
    ...draft,
    modules: draft.modules.map((module) => ({
      ...module,
      id: assign(module.id, known.modules),
      videos: module.videos.map((video) => ({ ...video, id: assign(video.id, known.lessons) })),
    })),
  }
}

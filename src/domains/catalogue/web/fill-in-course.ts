import type { Course } from '../contract.ts'

type Module = Course['modules'][number]

/**
 * A course with all that screens read of one. The specification names fewer fields than the contract: no
 * ids by which modules and lessons are told apart, and no words in HTML.
 */
export function fillInCourse<Said extends Course>(course: Said): Said {
  const modules = ((course.modules as Module[] | null | undefined) ?? []).map(fillInModule) // not by the contract
  return { ...unsaidOf(course), ...course, modules }
}

function unsaidOf({ description }: Course): Partial<Course> {
  return { thumbnail: null, description_html: writeParagraphs(description) }
}

function fillInModule(module: Module, at: number): Module {
  const videos = module.videos.map((video, place) => ({ ...unsaidLesson(at, place), ...video }))
  return { ...unsaidModule(at), ...module, videos }
}

const unsaidModule = (at: number) => ({ id: `${at}`, description: '' })
const unsaidLesson = (at: number, place: number) => ({ id: `${at}-${place}`, duration: '' })

function writeParagraphs(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return safe.replaceAll(/.+/g, '<p>$&</p>')
}

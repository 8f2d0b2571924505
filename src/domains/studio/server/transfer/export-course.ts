import type { Database } from '../../../../platform/database/database.ts'
import type { CourseDraft } from '../../course-input.ts'
import {
  type CourseFile,
  courseFileFormat,
  courseFileVersion,
  picturesInBytes,
} from '../../transfer/course-file.ts'
import { readDraft } from '../read-draft.ts'
import { withoutIds } from '../without-ids.ts'
import { listPictures } from './list-pictures.ts'
import { type OwnPictures, ownAddressOf } from './own-pictures.ts'

export interface TransferDependencies {
  db: Database
  pictures: OwnPictures
  publicUrl: () => string
}

/** The draft as a file for this academy or another. Refused with `course_not_found`. */
export async function exportCourse(
  deps: TransferDependencies,
  courseId: string,
): Promise<CourseFile> {
  const draft = await readDraft(deps.db, courseId)
  const course = withoutIds(draft.course)
  return {
    format: courseFileFormat,
    version: courseFileVersion,
    exported_at: new Date().toISOString(),
    course,
    pictures: await embedPictures(deps, course),
  }
}

/** Those of our own that can be read. What is more than a file may hold stays a link. */
async function embedPictures(
  { pictures, publicUrl }: TransferDependencies,
  course: CourseDraft,
): Promise<CourseFile['pictures']> {
  const embedded: CourseFile['pictures'] = []
  let sizeInBytes = 0
  for (const address of listPictures(course)) {
    const own = ownAddressOf(address, publicUrl())
    const picture = own && (await pictures.read(own))
    if (!picture || sizeInBytes + picture.content.length > picturesInBytes) continue
    sizeInBytes += picture.content.length
    embedded.push({ address, type: picture.type, data: picture.content.toString('base64') })
  }
  return embedded
}

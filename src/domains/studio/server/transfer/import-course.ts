import type { Database } from '../../../../platform/database/database.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { measureOwnFilm } from '../../../catalogue/server/measure-own-film.ts'
import { filmIdOf } from '../../../films/film-link.ts'
import { readFilms } from '../../../films/server/list-films.ts'
import type { CourseDraft } from '../../course-input.ts'
import type { CourseFile } from '../../transfer/course-file.ts'
import { createDraft } from '../create-draft.ts'
import type { TransferDependencies } from './export-course.ts'
import { listPictures, replacePictures, shapeOf } from './list-pictures.ts'
import { type OwnPicture, ownAddressOf } from './own-pictures.ts'

interface Imported {
  id: string
  revision: number
  /** What of the file could not come along, a sentence each. */
  notes: string[]
}

/** Makes a new draft of a file; nobody but administrators sees it. */
export async function importCourse(
  deps: TransferDependencies,
  file: CourseFile,
  by: string,
): Promise<Imported> {
  const placed = await placePictures(deps, file, by)
  const course = replacePictures(file.course, (address) => placed.get(address) ?? null)
  const lost = [...placed].filter(([, here]) => here === null).map(([address]) => address)
  const draft = await createDraft(deps.db, course, by)
  return {
    ...draft,
    notes: [
      ...lost.map((address) =>
        t('The picture {address} is not here. Please add it again.', { address }),
      ),
      ...(await noteFilms(deps.db, course)),
      ...noteAttachments(course),
    ],
  }
}

/** Where each picture of the course lies from now on; null: it could not be kept. */
async function placePictures(
  deps: TransferDependencies,
  { course, pictures }: CourseFile,
  by: string,
): Promise<Map<string, string | null>> {
  const embedded = new Map(
    pictures.map(({ address, type, data }) => [
      address,
      { type, content: Buffer.from(data, 'base64') },
    ]),
  )
  const placed = new Map<string, string | null>()
  for (const address of listPictures(course)) {
    const add = (picture: OwnPicture) =>
      deps.pictures.add(picture, { shape: shapeOf(course, address), by })
    placed.set(address, await placePicture(deps, address, { embedded: embedded.get(address), add }))
  }
  return placed
}

async function placePicture(
  { pictures, publicUrl }: TransferDependencies,
  address: string,
  {
    embedded,
    add,
  }: { embedded: OwnPicture | undefined; add: (picture: OwnPicture) => Promise<string | null> },
): Promise<string | null> {
  const own = ownAddressOf(address, publicUrl())
  if (own === null) return (embedded && (await add(embedded))) ?? address
  const here = await pictures.read(own)
  if (!embedded) return here && address
  // Another academy may have another picture under the same name.
  return here?.content.equals(embedded.content) ? address : add(embedded)
}

/** Films are not in the file: those of the other academy's own do not play here. */
async function noteFilms(db: Database, { trailer, modules }: CourseDraft): Promise<string[]> {
  const lessons = modules.flatMap(({ videos }) => videos)
  const ids = [trailer, ...lessons.map(({ url }) => url)].flatMap((url) => filmIdOf(url) ?? [])
  const films = await readFilms(db, ids)
  const isMissing = (url: string) => {
    const id = filmIdOf(url)
    if (id !== null) return !films.has(id)
    return url.startsWith('/') && measureOwnFilm(url) === null
  }
  return [
    ...(isMissing(trailer) ? [t('The trailer is not here: {url}.', { url: trailer })] : []),
    ...lessons
      .filter(({ url }) => isMissing(url))
      .map(({ title, url }) => t('The film of “{title}” is not here: {url}.', { title, url })),
  ]
}

function noteAttachments({ modules }: CourseDraft): string[] {
  return modules
    .flatMap(({ videos }) => videos)
    .filter(({ attachments }) => attachments.length > 0)
    .map(({ title }) => t('The files of “{title}” are only named in the course file.', { title }))
}

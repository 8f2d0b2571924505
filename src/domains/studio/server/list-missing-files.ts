import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { listAttachmentSizes } from '../../files/server/list-attachments.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { playsByNow } from '../../films/server/choose-renditions.ts'
import { readFilms } from '../../films/server/list-films.ts'

interface WithFiles {
  trailer: string
  modules: { videos: { url: string; attachments: { id: string }[] }[] }[]
}

interface Missing {
  path: string
  message: string
}

/** Files and films that a course names though the academy does not have them, each with its path. */
export async function listMissingFiles(db: Database, course: WithFiles): Promise<Missing[]> {
  return [...(await listMissingFilms(db, course)), ...(await listMissingAttachments(db, course))]
}

async function listMissingAttachments(db: Database, { modules }: WithFiles): Promise<Missing[]> {
  const named = modules.flatMap(({ videos }, moduleAt) =>
    videos.flatMap(({ attachments }, videoAt) =>
      attachments.map(({ id }, at) => ({
        id,
        path: `modules.${moduleAt}.videos.${videoAt}.attachments.${at}`,
      })),
    ),
  )
  const sizes = await listAttachmentSizes(
    db,
    named.map(({ id }) => id),
  )
  return named
    .filter(({ id }) => !sizes.has(id))
    .map(({ path }) => ({ path, message: t('This file is not here. Please upload it again.') }))
}

async function listMissingFilms(db: Database, { trailer, modules }: WithFiles): Promise<Missing[]> {
  const lessons = modules.flatMap(({ videos }, moduleAt) =>
    videos.map(({ url }, videoAt) => ({ url, path: `modules.${moduleAt}.videos.${videoAt}.url` })),
  )
  const named = [{ url: trailer, path: 'trailer' }, ...lessons].flatMap(({ url, path }) => {
    const id = filmIdOf(url)
    return id === null ? [] : [{ id, path }]
  })
  const films = await readFilms(
    db,
    named.map(({ id }) => id),
  )
  return named.flatMap(({ id, path }) => {
    const film = films.get(id)
    if (!film || film.state === 'failed') {
      const message = film?.message ?? t('This film is not here. Please upload it again.')
      return [{ path, message }]
    }
    if (film.state === 'uploading')
      return [{ path, message: t('This film is not here yet. Please wait for its upload.') }]
    return playsByNow(film)
      ? []
      : [{ path, message: t('This film is still being converted. Please wait for that.') }]
  })
}

import { listAttachmentSizes } from '../files/list-attachments.ts'
import type { Database } from '../platform/database/database.ts'

interface WithFiles {
  modules: { videos: { attachments: { id: string }[] }[] }[]
}

/** Files that a course names though the academy does not have them, each with its path. */
export async function listMissingFiles(
  db: Database,
  { modules }: WithFiles,
): Promise<{ path: string; message: string }[]> {
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
    .map(({ path }) => ({ path, message: 'This file is not here. Please upload it again.' }))
}

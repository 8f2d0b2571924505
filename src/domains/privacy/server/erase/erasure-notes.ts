import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import type { MediaStore } from '../../../../platform/media/media-store.ts'
import type { Person } from '../register/fill-in.ts'
import type { ErasureRow } from '../tables.ts'

/**
 * What is kept of an erasure outside of the database, so that it is carried out again on a backup from
 * before it: ids and times, nothing that names anybody.
 */
const note = z.object({
  id: z.uuid(),
  /** Of the account and of those joined to it, which an older backup knows apart. */
  learner_ids: z.array(z.uuid()).min(1),
  requested_at: z.coerce.date(),
  due_at: z.coerce.date(),
  keeps_certificates: z.boolean(),
})
export type ErasureNote = z.infer<typeof note>

/** Where notes lie. */
export interface NotePlaces {
  dataDir: string
  /** Where backups are put, and what their names begin with. Null: nowhere by themselves. */
  backups: { store: MediaStore; prefix: string } | null
}

/** In DATA_DIR. */
export const notesFolder = 'erasures'
const form = /([0-9a-f-]{36})\.json$/

/** Writes it through to the disk, and beside the backups. Written again it is the same. */
export async function writeNote(
  { dataDir, backups }: NotePlaces,
  { id, requestedAt, dueAt, keepsCertificates }: ErasureRow,
  { ids }: Pick<Person, 'ids'>,
): Promise<void> {
  const said: z.input<typeof note> = {
    id,
    learner_ids: ids,
    requested_at: requestedAt,
    due_at: dueAt,
    keeps_certificates: keepsCertificates,
  }
  const content = Buffer.from(JSON.stringify(said))
  await writeThrough(join(dataDir, notesFolder), `${id}.json`, content)
  await backups?.store.write(noteKey(backups.prefix, id), content, { type: 'application/json' })
}

/** Of every place, each once. */
export async function readNotes({ dataDir, backups }: NotePlaces): Promise<ErasureNote[]> {
  const texts = await readFolder(join(dataDir, notesFolder))
  for (const key of (await backups?.store.list(noteKey(backups.prefix, ''))) ?? []) {
    const found = form.test(key) ? await backups?.store.read(key) : null
    if (found) texts.push(await text(found.stream))
  }
  const notes = texts.map((one) => note.parse(JSON.parse(one)))
  return [...new Map(notes.map((one) => [one.id, one])).values()]
}

/** The notes of a folder as they stand; none if there is no such folder. */
async function readFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const wanted = names.filter((name) => form.test(name))
  return Promise.all(wanted.map((name) => readFile(join(folder, name), 'utf8')))
}

function noteKey(prefix: string, id: string): string {
  return id === '' ? `${prefix}erasure-` : `${prefix}erasure-${id}.json`
}

async function writeThrough(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
  const opened = await open(folder)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

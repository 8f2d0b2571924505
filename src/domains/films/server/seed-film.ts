import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Database } from '../../../platform/database/database.ts'
import { readCaptions } from '../captions/read-captions.ts'
import { extensionOf, type FilmFile, fileNames } from '../film-file.ts'
import { writeVtt } from './captions/write-vtt.ts'
import { checksum, contentKey } from './checksum.ts'
import { keepFile, type StoreDependencies } from './store-film.ts'
import { filmCaptions, filmRenditions, films } from './tables.ts'

const size = z.int().positive()

/** What seed/make-demo-films.js wrote of a film. */
const sampleFilm = z.object({
  id: z.uuid(),
  name: z.string(),
  durationInSeconds: z.number().positive(),
  files: z.array(
    z.object({
      name: z.enum(fileNames),
      file: z.string(),
      type: z.string(),
      width: size.nullable(),
      height: size.nullable(),
      bitsPerSecond: size,
      sizeInBytes: size,
      sha256: z.string(),
      grid: z.object({ columns: size, rows: size, every_in_seconds: size }).nullable(),
    }),
  ),
  captions: z.array(z.object({ language: z.string(), label: z.string(), file: z.string() })),
  chapters: z.array(z.object({ at: z.number().nonnegative(), title: z.string() })),
})

export type SampleFilm = z.infer<typeof sampleFilm>

/** The films of a folder of samples. */
export async function readSampleFilms(folder: string): Promise<SampleFilm[]> {
  const written = await readFile(join(folder, 'films.json'), 'utf8')
  return z.array(sampleFilm).parse(JSON.parse(written))
}

/**
 * Puts a sample's files where uploaded films lie. What a process leaves that dies before the rows are
 * written is found there by the next, as names follow from the content.
 */
export async function keepSampleFiles(
  deps: Pick<StoreDependencies, 'db' | 'media' | 'locks'>,
  folder: string,
  { name, files }: SampleFilm,
): Promise<void> {
  await Promise.all(
    files.map(async (sample) => {
      const path = join(folder, name, sample.file)
      if ((await checksum(path)) !== sample.sha256) throw new Error(`${path} is not what it was`)
      await keepFile(deps, describeFile(sample), path, async () => undefined)
    }),
  )
}

/** Records a sample as a film that is ready. Inside a transaction, after its files were kept. */
export async function recordSampleFilm(
  db: Database,
  folder: string,
  { id, name, durationInSeconds, files, captions, chapters }: SampleFilm,
): Promise<void> {
  await db
    .insert(films)
    .values({ id, filename: `${name}.mp4`, state: 'ready', durationInSeconds, chapters })
    .onConflictDoNothing()
  await db
    .insert(filmRenditions)
    .values(files.map((file) => ({ ...describeFile(file), filmId: id })))
    .onConflictDoNothing()
  for (const { language, label, file } of captions) {
    const vtt = writeVtt(readCaptions(await readFile(join(folder, name, file), 'utf8')))
    await db.insert(filmCaptions).values({ filmId: id, language, label, vtt }).onConflictDoNothing()
  }
}

function describeFile(sample: SampleFilm['files'][number]): FilmFile {
  const { file: _, ...about } = sample
  return { ...about, key: contentKey(about.sha256, extensionOf(about.type)) }
}

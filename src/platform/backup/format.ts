import * as z from 'zod'

/**
 * A backup is one file: this line, a zstd stream of frames, and a seal (`seal.ts`). Frames are a letter, a
 * length of four bytes and that many bytes: a part's head ('H', JSON), its content ('D', any number of
 * times) and its tail ('T', JSON) with what the content measured.
 */
export const firstLine = 'academy-backup 2\n'
/** What ended with a checksum, which anybody can make, and held whatever lay in DATA_DIR. */
export const olderFirstLine = 'academy-backup 1\n'
export const checksumSizeInBytes = 73
export const frameHeadSizeInBytes = 5
/** At most; a length beyond it is no length. */
export const contentOfFrameInBytes = 2 ** 20

const name = z.string().min(1)

/** Where in DATA_DIR a file was. Never leads out of it. */
const relativePath = name.refine(
  (path) =>
    !path.includes('\0') && path.split('/').every((step) => !['', '.', '..'].includes(step)),
)

const table = z.object({ name, columns: z.array(name) })
const sequence = z.object({
  name,
  last_value: z.string().regex(/^-?\d{1,19}$/),
  is_called: z.boolean(),
})

export const partHead = z.discriminatedUnion('kind', [
  /** First. Migrations in the order in which they ran. */
  z.object({
    kind: z.literal('academy'),
    made_at: z.iso.datetime(),
    postgres: z.string(),
    migrations: z.array(name),
    tables: z.array(table),
    sequences: z.array(sequence),
  }),
  /** Rows as COPY writes them. */
  table.extend({ kind: z.literal('table') }),
  z.object({ kind: z.literal('file'), path: relativePath, mode: z.int().min(0).max(0o777) }),
  /** Last. */
  z.object({ kind: z.literal('end') }),
])

export const partTail = z.object({
  size_in_bytes: z.int(),
  sha256: z.string(),
  rows: z.int(),
  /** Of all rows, in whatever order they came. */
  rows_checksum: z.string(),
})

export type Table = z.infer<typeof table>
export type Sequence = z.infer<typeof sequence>
export type PartHead = z.infer<typeof partHead>
export type AcademyHead = Extract<PartHead, { kind: 'academy' }>
export type PartTail = z.infer<typeof partTail>

import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { storageTroubleOf } from '../../../platform/media/storage-error.ts'
import { removalMessage, removeFilm } from './remove-film.ts'
import { type StoreDependencies, storeFilm } from './store-film.ts'
import { films } from './tables.ts'

const unusedForDays = 7
/** Longer than uploads are waited for, and, from its beginning, than one that came whole waits for its store. */
const uploadingForDays = 8
const atOnce = 500

/** The ids of those that are still to be made of their uploads. */
export async function listUploadingFilms(db: Database): Promise<string[]> {
  const found = await db.select({ id: films.id }).from(films).where(eq(films.state, 'uploading'))
  return found.map(({ id }) => id)
}

/**
 * Makes films of uploads that came to their end while nobody could. One that fails holds up no other,
 * and is thrown at the end; while the store is away, none is read in vain.
 */
export async function storeWaitingFilms(
  deps: StoreDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (const id of await listUploadingFilms(deps.db)) {
    if (stopping?.aborted) break
    await storeFilm(deps, id).catch((error: unknown) => failures.push(error))
    if (storageTroubleOf(failures.at(-1)) === 'away') break
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join(', '))
}

interface TidyDependencies extends Pick<StoreDependencies, 'db' | 'media' | 'locks'> {
  /** Of these films those that a draft or a publication names. */
  listNamed: (db: Database, ids: readonly string[]) => Promise<Set<string>>
}

/** Removes films that no draft and no publication has named for a week, and uploads that were given up. */
export async function removeUnusedFilms(
  deps: TidyDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const { db } = deps
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await db
      .select({ id: films.id })
      .from(films)
      .where(and(ne(films.state, 'uploading'), sql`${films.id} > ${after}`))
      .orderBy(films.id)
      .limit(atOnce)
    const ids = some.map(({ id }) => id)
    if (ids.length === 0 || stopping?.aborted) break
    await markUnused(deps, ids)
    after = ids.at(-1) ?? after
  }
  const old = await db
    .select({ id: films.id })
    .from(films)
    .where(
      or(
        eq(films.message, removalMessage),
        lt(films.unusedSince, sql`now() - make_interval(days => ${unusedForDays})`),
      ),
    )
  for (const { id } of old) {
    if (stopping?.aborted) return
    await removeFilm(deps, id)
  }
  await db
    .delete(films)
    .where(
      and(
        eq(films.state, 'uploading'),
        lt(films.createdAt, sql`now() - make_interval(days => ${uploadingForDays})`),
      ),
    )
}

async function markUnused({ db, listNamed }: TidyDependencies, ids: string[]): Promise<void> {
  const named = await listNamed(db, ids)
  const unnamed = ids.filter((id) => !named.has(id))
  if (named.size > 0) {
    await db
      .update(films)
      .set({ unusedSince: null })
      .where(and(inArray(films.id, [...named]), isNotNull(films.unusedSince)))
  }
  if (unnamed.length > 0) {
    await db
      .update(films)
      .set({ unusedSince: sql`now()` })
      .where(and(inArray(films.id, unnamed), isNull(films.unusedSince)))
  }
}

import { and, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { removalMessage, removeFilm } from './remove-film.ts'
import { type StoreDependencies, storeFilm } from './store-film.ts'
import { films } from './tables.ts'

const unusedForDays = 7
/** Longer than uploads are waited for. */
const uploadingForDays = 8
const atOnce = 500

/** Makes films of uploads that came to their end while nobody could. */
export async function storeWaitingFilms(
  deps: StoreDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const waiting = await deps.db
    .select({ id: films.id })
    .from(films)
    .where(eq(films.state, 'uploading'))
  for (const { id } of waiting) {
    if (stopping?.aborted) return
    await storeFilm(deps, id)
  }
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

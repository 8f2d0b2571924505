import { and, desc, eq, isNotNull, isNull, lte, max, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { findNames } from '../../accounts/server/find-user.ts'
import type { getLook } from '../contract.ts'
import { deliveredLook, fillLook, type Look, type LookPart, takePart } from '../look.ts'
import { looks } from './tables.ts'

/** So many are told and can be taken back; older ones stay for the documents of their time. */
const toldAtMost = 30
const newestFirst = [desc(looks.publishedAt), desc(looks.number)]

/** What the academy looks like now, or looked like then. */
export async function readLook(db: Database, at?: Date): Promise<Look> {
  const then = at && lte(looks.publishedAt, at)
  const [found] = await db
    .select({ content: looks.content })
    .from(looks)
    .where(and(isNotNull(looks.publishedAt), then))
    .orderBy(...newestFirst)
    .limit(1)
  return fillLook(found?.content ?? {})
}

/** The look of now, from memory; what is made with it is made anew when it changes. */
export async function findLook({
  db,
  cache,
}: {
  db: Database
  cache: Pick<ResponseCache, 'find'>
}): Promise<Look> {
  return cache.find('look', async () => ({
    value: await readLook(db),
    sizeInBytes: 500,
    tags: ['look'],
  }))
}

export async function describeLooks(db: Database): Promise<ResponseOf<typeof getLook>> {
  const [draft] = await db.select().from(looks).where(isNull(looks.publishedAt))
  const published = await db
    .select()
    .from(looks)
    .where(isNotNull(looks.publishedAt))
    .orderBy(...newestFirst)
    .limit(toldAtMost)
  const names = await findNames(
    db,
    published.map(({ changedBy }) => changedBy),
  )
  return {
    revision: await readRevision(db),
    published: fillLook(published[0]?.content ?? {}),
    draft: draft ? fillLook(draft.content) : null,
    history: published.map(({ number, content, changedBy, publishedAt }) => ({
      number,
      published_at: (publishedAt ?? new Date(0)).toISOString(),
      published_by: names.get(changedBy) ?? null,
      look: fillLook(content),
    })),
  }
}

/** What a change was made from; refused with `draft_conflict` if it is no longer the newest. */
async function requireNewest(db: Database, revision: number | undefined): Promise<void> {
  await lockUntilCommit(db, 'look')
  if (revision === undefined || revision === (await readRevision(db))) return
  const detail = t('Somebody else has changed the look meanwhile. Nothing of yours is lost.')
  throw new ProblemError('draft_conflict', { detail })
}

/** Numbers are given once, to drafts too. */
async function readRevision(db: Database): Promise<number> {
  const [newest] = await db.select({ number: max(looks.number) }).from(looks)
  return newest?.number ?? 0
}

interface Change {
  by: string
  revision?: number | undefined
}

export async function saveDraft(
  db: Database,
  content: Look,
  { by, revision }: Change,
): Promise<void> {
  await db.transaction(async (db) => {
    await requireNewest(db, revision)
    await db.delete(looks).where(isNull(looks.publishedAt))
    await db.insert(looks).values({ content, changedBy: by })
  })
}

/** The look and its line in the audit log, in one transaction. */
export async function publish(
  outer: Database,
  look: Look,
  { by, revision, part, audit }: Change & { part?: LookPart | undefined; audit: Audit },
): Promise<void> {
  await outer.transaction(async (db) => {
    await requireNewest(db, revision)
    const before = await readLook(db)
    const content = takePart(before, look, part)
    const publishedAt = sql`clock_timestamp()` // of several machines one may be ahead
    const [draft] = await db.delete(looks).where(isNull(looks.publishedAt)).returning()
    await db.insert(looks).values({ content, changedBy: by, publishedAt })
    if (draft && part !== undefined) {
      const { content, changedBy } = draft
      await db.insert(looks).values({ content: takePart(fillLook(content), look, part), changedBy })
    }
    await audit(db, { subject: { kind: 'look', id: 'all' }, before, after: content })
  })
}

/** What was published then; refused with `not_found`. */
export async function readPublishedLook(db: Database, number: number): Promise<Look> {
  if (number === 0) return deliveredLook
  const [found] = await db
    .select({ content: looks.content })
    .from(looks)
    .where(and(eq(looks.number, number), isNotNull(looks.publishedAt)))
  if (!found) throw new ProblemError('not_found')
  return fillLook(found.content)
}

import { and, desc, eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findNames } from '../../accounts/server/find-user.ts'
import { type DocumentContent, documentContent } from '../blocks.ts'
import type { listPageHistory } from '../contract.ts'
import { deliveredContent, type PageFacts } from './read-pages.ts'
import { pagePublications } from './tables.ts'

/** Newest first. */
export async function listHistory(
  db: Database,
  address: string,
): Promise<ResponseOf<typeof listPageHistory>> {
  const found = await db
    .select()
    .from(pagePublications)
    .where(eq(pagePublications.address, address))
    .orderBy(desc(pagePublications.number))
  const names = await findNames(
    db,
    found.map((row) => row.publishedBy),
  )
  return found.map(({ number, publishedAt, publishedBy, changes }) => ({
    number,
    published_at: publishedAt.toISOString(),
    published_by: names.get(publishedBy ?? '') ?? null,
    changes,
  }))
}

/** What was published then; refused with `not_found`. */
export async function readPublication(
  db: Database,
  facts: PageFacts,
  { address, number }: { address: string; number: number },
): Promise<DocumentContent> {
  const { address: page, number: which, content } = pagePublications
  const [found] = await db
    .select({ content })
    .from(pagePublications)
    .where(and(eq(page, address), eq(which, number)))
  const then = found && (found.content ?? deliveredContent(address, facts))
  if (!then) throw new ProblemError('not_found')
  return documentContent.parse(then)
}

import { desc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import {
  type DocumentContent,
  documentContent,
  frameAddress,
  isSpecified,
  policies,
  specifiedPages,
} from '../blocks.ts'
import { defaultFrame, defaultPage } from '../default-pages.ts'
import { isSame } from './describe-changes.ts'
import { pageDrafts, pagePublications } from './tables.ts'

export interface PageFacts {
  /** What is taught; null: what the specification's academy teaches. */
  subject: string | null
}

export interface PageDraft {
  address: string
  revision: number
  content: DocumentContent
  /** Null: nothing was saved yet, the draft is what is published. */
  savedAt: Date | null
  /** Of the save that made it; null: it had none. */
  saveId: string | null
  hasUnpublishedChanges: boolean
  publishAt: Date | null
  /** What visitors get; null: nothing yet. */
  seen: DocumentContent | null
  /** Whether an owner has published it, or said that it is to stand. */
  isPublished: boolean
}

/** Where pages name pictures that were uploaded. */
export const columnsWithPictures = [
  pageDrafts.content,
  pageDrafts.scheduledContent,
  pagePublications.content,
]

/** The revision of a page of which nothing was saved yet. */
export const firstRevision = 1

/** The words that come with the academy, in English, for an owner to edit; null: it brings none. */
export function deliveredContent(address: string, { subject }: PageFacts): DocumentContent | null {
  return runInLanguage(undefined, () => {
    if (address === frameAddress) return documentContent.parse(defaultFrame())
    if (!isSpecified(address)) return null
    return documentContent.parse(defaultPage(address, { subject, days: null }))
  })
}

/** What was published last; undefined: nothing ever was. Null: what comes with the academy, or nothing. */
export async function readPublished(
  db: Database,
  address: string,
): Promise<DocumentContent | null | undefined> {
  const [last] = await db
    .select({ content: pagePublications.content })
    .from(pagePublications)
    .where(eq(pagePublications.address, address))
    .orderBy(desc(pagePublications.number))
    .limit(1)
  return last && parse(last.content)
}

/** Refused with `not_found`. */
export async function readDraft(
  db: Database,
  facts: PageFacts,
  address: string,
): Promise<PageDraft> {
  const [draft] = await listDrafts(db, facts, address)
  if (!draft) throw new ProblemError('not_found')
  return draft
}

/** Every page that is there or begun, first those that come with the academy; or the one at an address. */
export async function listDrafts(
  db: Database,
  facts: PageFacts,
  only?: string,
): Promise<PageDraft[]> {
  const isWanted = ({ address }: { address: PgColumn }) =>
    only === undefined ? undefined : eq(address, only)
  const saved = await db
    .select()
    .from(pageDrafts)
    .where(isWanted(pageDrafts))
    .orderBy(pageDrafts.address)
  const published = await db
    .selectDistinctOn([pagePublications.address])
    .from(pagePublications)
    .where(isWanted(pagePublications))
    .orderBy(pagePublications.address, desc(pagePublications.number))
  const drafts = new Map(saved.map((row) => [row.address, row]))
  const newest = new Map(published.map((row) => [row.address, row]))
  const all = only ? [only] : [...specifiedPages, frameAddress, ...drafts.keys(), ...newest.keys()]
  return [...new Set(all)].flatMap((address) => {
    const [draft, publication] = [drafts.get(address), newest.get(address)]
    const seen = parse(publication?.content) ?? deliveredContent(address, facts)
    const written = parse(draft?.content)
    const content = written ?? seen
    if (content === null) return []
    return {
      address,
      revision: draft?.revision ?? firstRevision,
      content,
      savedAt: written === null ? null : (draft?.savedAt ?? null),
      saveId: draft?.saveId ?? null,
      hasUnpublishedChanges: !isSame(content, seen),
      publishAt: draft?.publishAt ?? null,
      seen,
      isPublished: !!publication && (publication.content !== null || isDelivered(address)),
    }
  })
}

function parse(content: DocumentContent | null | undefined): DocumentContent | null {
  return content ? documentContent.parse(content) : null
}

/** Comes with the academy, and is seen though nobody has published it. */
export function isDelivered(address: string): boolean {
  return address === frameAddress || isSpecified(address)
}

/** Pages with an address of their own that visitors may read. */
export async function listOwnPages(db: Database): Promise<{ address: string }[]> {
  const newest = db
    .selectDistinctOn([pagePublications.address], {
      address: pagePublications.address,
      isThere: sql<boolean>`${pagePublications.content} is not null`.as('is_there'),
    })
    .from(pagePublications)
    .orderBy(pagePublications.address, desc(pagePublications.number))
    .as('newest')
  const found = await db
    .select({ address: newest.address })
    .from(newest)
    .where(eq(newest.isThere, true))
  return found.filter(({ address }) => !isDelivered(address))
}

/** Policies that no owner has published or confirmed. */
export async function listUnreadPolicies(db: Database): Promise<string[]> {
  const read = await db.selectDistinct({ address: pagePublications.address }).from(pagePublications)
  const known = new Set(read.map(({ address }) => address))
  return policies.filter((address) => !known.has(address))
}

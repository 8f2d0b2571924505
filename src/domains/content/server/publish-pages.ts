import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'
import { runEachDue } from '../../../platform/database/run-each-due.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { type DocumentContent, documentContent } from '../blocks.ts'
import { isReserved } from '../reserved-addresses.ts'
import { requireStorable, requireWhole } from './check-content.ts'
import { describeChanges, isSame } from './describe-changes.ts'
import {
  deliveredContent,
  firstRevision,
  isDelivered,
  listDrafts,
  listOwnPages,
  type PageDraft,
  type PageFacts,
  readDraft,
  readPublished,
} from './read-pages.ts'
import { pageDrafts, pagePublications } from './tables.ts'

interface Act {
  address: string
  /** That of what the writer began with. */
  revision: number
  by: string
}

const noSchedule = { publishAt: null, scheduledContent: null, scheduledBy: null }

/** Refused with a sentence if something else answers at this address. */
export async function createPage(
  outer: Database,
  facts: PageFacts,
  { address, title, by }: { address: string; title: string; by: string },
): Promise<void> {
  await outer.transaction(async (db) => {
    await lockPage(db, address)
    if (isReserved(address) || (await listDrafts(db, facts, address)).length > 0) {
      const message = t('Something else is at /{address} already. Please choose another address.', {
        address,
      })
      throw new ProblemError('invalid_input', {
        errors: [{ path: 'address', message }],
        detail: message,
      })
    }
    const content: DocumentContent = {
      kind: 'page',
      title,
      description: '',
      blocks: [{ type: 'intro', id: 'intro', heading: title, lead: '' }],
    }
    await db.insert(pageDrafts).values({ address, revision: firstRevision, content, savedBy: by })
  })
}

interface Save extends Act {
  content: DocumentContent
  saveId?: string | undefined
  /** The save that this one goes right behind. */
  after?: string | undefined
}

/** Refused with `draft_conflict` if somebody has saved since `revision`, or another than `after` made it. */
export async function saveDraft(
  outer: Database,
  facts: PageFacts,
  { address, revision, content, saveId, after, by }: Save,
): Promise<{ revision: number; savedAt: Date; unpublishedChanges: number }> {
  return outer.transaction(async (db) => {
    const draft = await lockDraft(db, facts, { address, revision, after })
    await requireStorable(db, address, content)
    const savedAt = sql`clock_timestamp()`
    const values = { revision: revision + 1, content, savedBy: by, saveId: saveId ?? null, savedAt }
    const [saved] = await db
      .insert(pageDrafts)
      .values({ ...values, address })
      .onConflictDoUpdate({ target: pageDrafts.address, set: values })
      .returning({ savedAt: pageDrafts.savedAt })
    if (!saved) throw new Error('The draft was not saved')
    const unpublishedChanges = describeChanges(draft.seen, content).length
    return { revision: revision + 1, savedAt: saved.savedAt, unpublishedChanges }
  })
}

/**
 * Puts the draft where visitors read it, or does so later. Refused with `draft_conflict` if it has
 * changed since it was looked at, and with `invalid_input` while something is missing. Call inside a
 * transaction.
 */
export async function publishDraft(
  db: Database,
  facts: PageFacts,
  publish: Act & {
    /** Only tells what would change. */
    isDryRun: boolean
    /** Null: now. */
    publishAt: Date | null
  },
): Promise<{ changes: { text: string }[]; draft: PageDraft }> {
  const { address, revision, publishAt, by } = publish
  const draft = await lockDraft(db, facts, publish)
  const { content } = draft
  const ownPages = await listOwnPages(db)
  await requireStorable(db, address, content)
  requireWhole(
    content,
    ownPages.map((page) => page.address),
  )
  const changes = describeChanges(draft.seen, content)
  const told = { changes, draft }
  if (publish.isDryRun) return told
  const isLater = publishAt !== null && publishAt.getTime() > Date.now()
  const values = isLater
    ? { publishAt, scheduledContent: content, scheduledBy: by }
    : { ...noSchedule, content: unlessDelivered(facts, address, content) }
  await db
    .insert(pageDrafts)
    .values({ address, revision, savedBy: by, ...values })
    .onConflictDoUpdate({ target: pageDrafts.address, set: values })
  if (!isLater) await record(db, facts, { address, content, changes, by })
  return told
}

/** Takes a page away; one that comes with the academy goes back to its first words. Inside a transaction. */
export async function deletePage(
  db: Database,
  facts: PageFacts,
  { address, by }: Omit<Act, 'revision'>,
): Promise<void> {
  await lockPage(db, address)
  const { revision, seen } = await readDraft(db, facts, address)
  const isBack = isDelivered(address)
  if (isBack) {
    const values = { ...noSchedule, revision: revision + 1, content: null }
    await db
      .insert(pageDrafts)
      .values({ address, ...values, savedBy: by })
      .onConflictDoUpdate({ target: pageDrafts.address, set: values })
  } else await db.delete(pageDrafts).where(eq(pageDrafts.address, address))
  // Of words that came with the academy and were never published nobody has read anything yet.
  if (seen === null || (await readPublished(db, address)) === undefined) return
  const text = isBack ? t('Back to the words that come with the academy.') : t('Taken away.')
  await insertPublication(db, { address, content: null, changes: [{ text }], by })
}

/** Says that an owner has read a policy and lets it stand. Inside a transaction. */
export async function confirmPolicy(
  db: Database,
  { address, by }: Omit<Act, 'revision'>,
): Promise<void> {
  await lockPage(db, address)
  if ((await readPublished(db, address)) !== undefined) return
  const changes = [{ text: t('Read, and left as it is.') }]
  await insertPublication(db, { address, content: null, changes, by })
}

/** Publishes what is due; see `runEachDue`. Resolves to the addresses. */
export async function publishPagesDue(
  db: Database,
  facts: () => PageFacts,
  stopping?: AbortSignal,
): Promise<string[]> {
  const run = async (db: Database, due: typeof pageDrafts.$inferSelect) => {
    const { address, scheduledContent } = due
    await db.update(pageDrafts).set(noSchedule).where(eq(pageDrafts.address, address))
    if (scheduledContent === null) return
    const content = documentContent.parse(scheduledContent)
    const seen = (await readPublished(db, address)) ?? deliveredContent(address, facts())
    const changes = describeChanges(seen, content)
    await record(db, facts(), { address, content, changes, by: due.scheduledBy })
  }
  const work = { lockNext: lockNextDue, keyOf: ({ address }: { address: string }) => address, run }
  return runEachDue(db, work, stopping)
}

interface Publication {
  address: string
  content: DocumentContent | null
  changes: { text: string }[]
  by: string | null
}

/** What nobody has changed goes on in every language. */
function unlessDelivered(
  facts: PageFacts,
  address: string,
  content: DocumentContent | null,
): DocumentContent | null {
  return isSame(content, deliveredContent(address, facts)) ? null : content
}

async function record(db: Database, facts: PageFacts, publication: Publication): Promise<void> {
  const { address, content, changes } = publication
  const published = await readPublished(db, address)
  if (changes.length === 0 && published !== undefined) return
  const kept = unlessDelivered(facts, address, content)
  await insertPublication(db, { ...publication, content: kept })
}

async function insertPublication(
  db: Database,
  { address, content, changes, by }: Publication,
): Promise<void> {
  const [last] = await db
    .select({ number: pagePublications.number })
    .from(pagePublications)
    .where(eq(pagePublications.address, address))
    .orderBy(desc(pagePublications.number))
    .limit(1)
  const number = (last?.number ?? 0) + 1
  await db.insert(pagePublications).values({ address, number, content, changes, publishedBy: by })
}

/** One change of a page at a time. Inside a transaction. */
async function lockPage(db: Database, address: string): Promise<void> {
  await lockUntilCommit(db, 'page', address)
}

/** The next page of which a publication is due, none of these; locked as by whoever changes it. */
async function lockNextDue(db: Database, except: string[]) {
  const isDue = sql`${pageDrafts.publishAt} <= (select clock_timestamp())`
  for (;;) {
    const [next] = await db
      .select({ address: pageDrafts.address })
      .from(pageDrafts)
      .where(and(isDue, notInArray(pageDrafts.address, except)))
      .orderBy(pageDrafts.publishAt)
      .limit(1)
    if (!next) return undefined
    await lockPage(db, next.address)
    // Whoever had the page before may have published it, taken it away or put it off.
    const isIt = and(isDue, eq(pageDrafts.address, next.address))
    const [due] = await db.select().from(pageDrafts).where(isIt).for('update')
    if (due) return due
  }
}

/** Tells with the refusal what stands in the way, so that both can be seen side by side. */
async function lockDraft(
  db: Database,
  facts: PageFacts,
  { address, revision, after }: Omit<Act, 'by'> & Pick<Save, 'after'>,
): Promise<PageDraft> {
  await lockPage(db, address)
  const draft = await readDraft(db, facts, address)
  const isBehind = after === undefined || after === draft.saveId
  if (draft.revision === revision && isBehind) return draft
  const { revision: theirs, content } = draft
  throw new ProblemError('draft_conflict', { members: { revision: theirs, content } })
}

import { eq } from 'drizzle-orm'
import type { Serve } from '../../../http/server/serve.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { type DocumentContent, frameAddress, isSpecified, policies } from '../blocks.ts'
import * as content from '../contract.ts'
import { describeChanges } from './describe-changes.ts'
import {
  findFrame,
  findPage,
  type PublishedDependencies,
  serveFrame,
  serveInLanguage,
} from './find-published.ts'
import { listHistory, readPublication } from './list-history.ts'
import { confirmPolicy, createPage, deletePage, publishDraft, saveDraft } from './publish-pages.ts'
import { firstRevision, listDrafts, readDraft } from './read-pages.ts'
import { pageDrafts } from './tables.ts'

/** So much that what is too long is told at its field. */
const pageInBytes = 4 * 1024 * 1024

export function contentRoutes(serve: Serve, deps: PublishedDependencies): void {
  const { db, settings } = deps
  const facts = settings.brand

  serve(content.listPages, async () =>
    (await listDrafts(db, facts)).map(({ address, ...draft }) => ({
      address,
      path: pathOf(address),
      title: draft.content.kind === 'page' ? draft.content.title : '',
      is_specified: isSpecified(address),
      published: draft.isPublished,
      has_unpublished_changes: draft.hasUnpublishedChanges,
      publish_at: draft.publishAt?.toISOString() ?? null,
      is_read: (policies as readonly string[]).includes(address) ? draft.isPublished : null,
    })),
  )

  serve(content.createPage, async ({ body, caller }) => {
    await createPage(db, facts, { ...body, by: caller.learnerId })
    return { address: body.address, revision: firstRevision }
  })

  serve(content.getPageDraft, async ({ params }) => {
    const draft = await readDraft(db, facts, params.address)
    return {
      revision: draft.revision,
      content: draft.content,
      saved_at: draft.savedAt?.toISOString() ?? null,
      unpublished_changes: describeChanges(draft.seen, draft.content).length,
      published: draft.isPublished,
      publish_at: draft.publishAt?.toISOString() ?? null,
    }
  })

  serve(
    content.savePageDraft,
    async ({ params, body: { save_id: saveId, ...body }, caller }) => {
      const by = caller.learnerId
      return describeSaved(await saveDraft(db, facts, { ...params, ...body, saveId, by }))
    },
    { bodyInBytes: pageInBytes },
  )

  serve(content.publishPage, async ({ params, body, caller, audit }) => {
    const { revision, dry_run: isDryRun, publish_at: at } = body
    const publishAt = at === undefined ? null : new Date(at)
    const by = caller.learnerId
    const { changes } = await db.transaction(async (db) => {
      const told = await publishDraft(db, facts, { ...params, revision, isDryRun, publishAt, by })
      const typed = listTypedFigures(told.draft.content)
      const after = isDryRun
        ? { dry_run: true }
        : {
            changes: told.changes.map(({ text }) => text),
            ...(at !== undefined && { publish_at: at }),
            ...(typed.length > 0 && { figures: typed }),
          }
      await audit(db, { subject: { kind: 'page', id: params.address }, after })
      return told
    })
    const { publishAt: scheduled } = await readDraft(db, facts, params.address)
    return { revision, changes, publish_at: scheduled?.toISOString() ?? null }
  })

  serve(content.unschedulePage, async ({ params }) => {
    await readDraft(db, facts, params.address)
    const none = { publishAt: null, scheduledContent: null, scheduledBy: null }
    await db.update(pageDrafts).set(none).where(eq(pageDrafts.address, params.address))
    return { message: t('Nothing is scheduled any more.') }
  })

  serve(content.listPageHistory, ({ params }) => listHistory(db, params.address))

  serve(content.restorePage, async ({ params, body, caller }) => {
    const { address } = params
    const then = await readPublication(db, facts, params)
    const by = caller.learnerId
    return describeSaved(await saveDraft(db, facts, { address, ...body, content: then, by }))
  })

  serve(content.deletePage, async ({ params, caller, audit }) => {
    const { address } = params
    await db.transaction(async (db) => {
      await deletePage(db, facts, { address, by: caller.learnerId })
      await audit(db, { subject: { kind: 'page', id: address }, after: { state: 'deleted' } })
    })
    const isBack = isSpecified(address) || address === frameAddress
    return {
      message: isBack
        ? t('The words that come with the academy are back.')
        : t('The page is taken away.'),
    }
  })

  serve(content.confirmPolicy, async ({ params, caller, audit }) => {
    await db.transaction(async (db) => {
      await confirmPolicy(db, { ...params, by: caller.learnerId })
      await audit(db, { subject: { kind: 'page', id: params.address }, after: { read: true } })
    })
    return { message: t('Noted: you have read this page, and it holds as it stands.') }
  })

  serve(
    content.previewPage,
    async ({ body: { content } }) => {
      if (content.kind === 'page') {
        return { ...(await serveInLanguage(deps, content)).value, frame: null }
      }
      const announcement = { ...content.announcement, from: '', until: '' }
      const frame = serveFrame({ ...content, announcement }, Date.now()).value
      return { title: '', description: '', blocks: [], frame }
    },
    { bodyInBytes: pageInBytes },
  )

  serve(content.getPage, ({ params, query }) => findPage(deps, params.address, query.language))

  serve(content.getFrame, () => findFrame(deps))
}

/** Where visitors read it; null: around every page. */
function pathOf(address: string): string | null {
  if (address === frameAddress) return null
  return address === 'home' ? '/' : `/${address}`
}

/** What an owner typed, with what proves it. */
function listTypedFigures(content: DocumentContent) {
  if (content.kind === 'frame') return []
  return content.blocks.flatMap((block) =>
    block.type === 'figures' ? block.items.filter(({ source }) => source === 'typed') : [],
  )
}

function describeSaved(saved: Awaited<ReturnType<typeof saveDraft>>) {
  return {
    revision: saved.revision,
    saved_at: saved.savedAt.toISOString(),
    unpublished_changes: saved.unpublishedChanges,
  }
}

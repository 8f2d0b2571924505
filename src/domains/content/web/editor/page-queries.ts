import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { openDraft } from '../../../../ui/drafting/open-draft.ts'
import { savesSettled } from '../../../../ui/drafting/saves-under-way.ts'
import { query } from '../../../../ui/query.ts'
import { type DocumentContent, frameAddress } from '../../blocks.ts'
import type { getPageDraft, listPages } from '../../contract.ts'
import { loadParts } from '../blocks/load-parts.ts'
import { pageRules } from './page-rules.ts'

export type PageDraft = ResponseOf<typeof getPageDraft>
export type ListedPage = ResponseOf<typeof listPages>[number]

/** Everything about pages as owners see them: what a publication makes stale. */
export const pagesKey = ['admin', 'pages']

export function editorPath(address: string): string {
  return `/admin/pages?page=${address}`
}

/** What a page is called in the office. */
export function titleOf({ address, title }: Pick<ListedPage, 'address' | 'title'>): string {
  if (address === frameAddress) return t('Menu, footer and announcement')
  return title === '' ? t('Untitled page') : title
}

export const pagesQuery = query([...pagesKey, 'list'], async () => {
  await savesSettled()
  return call('GET /admin/pages', {})
})

/** Asked anew each time the editor opens, and never behind the back of who is writing. */
export const pageDraftQuery = (address: string) =>
  query(
    ['admin', 'page-draft', address],
    async () => {
      await savesSettled()
      return call('GET /admin/pages/:address/draft', { params: { address } })
    },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )

export const pageHistoryQuery = (address: string) =>
  query([...pagesKey, 'history', address], () =>
    call('GET /admin/pages/:address/history', { params: { address } }),
  )

/** What is drawn stays until the next is there. */
export function pagePreviewQuery(address: string, content: DocumentContent) {
  return queryOptions({
    queryKey: ['admin', 'page-preview', address, content],
    queryFn: async () => {
      const body = { address, content }
      const page = await call('POST /admin/pages/preview', { body })
      return { page, parts: await loadParts(call, page.blocks) }
    },
    placeholderData: (known) => known,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const route = 'PUT /admin/pages/:address/draft'

/** Puts together what the server has and what this browser has kept for this person. */
export function openPage(personId: string, address: string, draft: PageDraft) {
  const params = { address }
  const owner = { kind: 'page', personId, id: address } as const
  return openDraft(pageRules, owner, {
    revision: draft.revision,
    // The answer leaves nothing out, though the schema that also reads what is sent would allow it.
    content: draft.content as DocumentContent,
    savedAt: draft.saved_at,
    unpublishedChanges: draft.unpublished_changes,
    send: (body) => call(route, { params, body }),
    sendLeaving: (body) => call.keepalive(route, { params, body }),
  })
}

export type OpenedPage = ReturnType<typeof openPage>

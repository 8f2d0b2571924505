import { inArray } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { uploadedPictures } from '../../studio/server/tables.ts'
import { listMissing } from '../block-forms.ts'
import { type DocumentContent, type FrameContent, frameAddress, isSpecified } from '../blocks.ts'
import { menuLinks, supportLinks } from '../default-pages.ts'
import { isReserved } from '../reserved-addresses.ts'

interface Issue {
  path: string
  message: string
}

/** Refuses what no draft of this address may hold. */
export async function requireStorable(
  db: Database,
  address: string,
  content: DocumentContent,
): Promise<void> {
  const isFrame = address === frameAddress
  if (isFrame !== (content.kind === 'frame')) {
    refuse([{ path: 'kind', message: msg('This does not belong to this address.') }])
  }
  if (content.kind === 'page') refuse(await listMissingPictures(db, content))
}

/** Refuses a draft that is not ready for visitors. */
export function requireWhole(content: DocumentContent, ownPages: readonly string[]): void {
  const links = content.kind === 'frame' ? listBrokenLinks(content, ownPages) : []
  refuse([...listMissing(content), ...links])
}

function refuse(issues: Issue[]): void {
  const errors = issues.map(({ path, message }) => ({ path: `content.${path}`, message }))
  const [first] = errors
  if (!first) return
  const detail =
    errors.length === 1
      ? first.message
      : t('{count} fields need to be looked at.', { count: errors.length })
  throw new ProblemError('invalid_input', { errors, detail })
}

async function listMissingPictures(
  db: Database,
  { blocks }: Extract<DocumentContent, { kind: 'page' }>,
): Promise<Issue[]> {
  const named = blocks.flatMap((block, at) => {
    const url = 'picture' in block ? block.picture : ''
    return url === '' ? [] : [{ id: idOf(url), path: `blocks.${at}.picture` }]
  })
  if (named.length === 0) return []
  const ids = named.map(({ id }) => id)
  const found = await db
    .select({ id: uploadedPictures.id })
    .from(uploadedPictures)
    .where(inArray(uploadedPictures.id, ids))
  const known = new Set(found.map(({ id }) => id))
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ path }) => ({
      path,
      message: msg('This picture is not here. Please upload it again.'),
    }))
}

/** `/pictures/ID`, as the upload told it. */
function idOf(url: string): string {
  return decodeURIComponent(url.split('/')[2] ?? '')
}

/** The links of the specification stay, and what is linked to is there. */
function listBrokenLinks({ menu, footer }: FrameContent, ownPages: readonly string[]): Issue[] {
  const leadsNowhere = (links: FrameContent['menu'], path: string) =>
    links.flatMap(({ to }, at) =>
      leadsSomewhere(to, ownPages)
        ? []
        : [{ path: `${path}.${at}.to`, message: t('There is no page at {path}.', { path: to }) }],
    )
  const lacks = (wanted: FrameContent['menu'], links: FrameContent['menu'], path: string) =>
    wanted
      .filter(({ to }) => !links.some((link) => link.to === to))
      .map(({ label, to }) => ({
        path,
        message: t('A link to {path} ({label}) is missing: visitors look for it here.', {
          path: to,
          label: t(label),
        }),
      }))
  const below = footer.flatMap(({ links }) => links)
  return [
    ...leadsNowhere(menu, 'menu'),
    ...footer.flatMap(({ links }, at) => leadsNowhere(links, `footer.${at}.links`)),
    ...lacks(menuLinks, menu, 'menu'),
    ...lacks(supportLinks, below, 'footer'),
  ]
}

/** As far as the academy itself can tell. */
export function leadsSomewhere(to: string, ownPages: readonly string[]): boolean {
  if (!to.startsWith('/')) return true
  const first = /^\/([^/?#]*)/.exec(to)?.[1] ?? ''
  return first === '' || isSpecified(first) || isReserved(first) || ownPages.includes(first)
}

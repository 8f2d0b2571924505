import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/open-languages.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { Settings } from '../../../platform/settings.ts'
import { fromIndiaTime } from '../../../shared/india-time.ts'
import { publicFigures } from '../../analytics/public-figures.ts'
import { findPublicFigures } from '../../analytics/server/count-public-figures.ts'
import {
  type FrameContent,
  frameAddress,
  isSpecified,
  type Link,
  type PageContent,
} from '../blocks.ts'
import type { getFrame, ServedPage } from '../contract.ts'
import { defaultFrame, defaultPage } from '../default-pages.ts'
import { leadsSomewhere } from './check-content.ts'
import { isSame } from './describe-changes.ts'
import { listOwnPages, readPublished } from './read-pages.ts'
import { servePage } from './serve-page.ts'

export interface PublishedDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  settings: Pick<Settings, 'brand' | 'figures'>
  languages: Languages
}

/** In a language, while nobody has changed it; a page of an owner's words reads the same in all. Refused with `not_found`. */
export async function findPage(
  deps: PublishedDependencies,
  address: string,
  languageCode: string,
): Promise<ServedPage> {
  if (!isSpecified(address) && !(await findOwnPages(deps)).has(address)) {
    throw new ProblemError('not_found')
  }
  const language = deps.languages.find(({ code }) => code === languageCode)
  return deps.cache.find(`page ${address} ${language?.code ?? 'en'}`, async () => {
    const published = await readPublished(deps.db, address)
    const page = await runInLanguage(language, async () =>
      serveInLanguage(deps, published?.kind === 'page' ? published : deliver(deps, address)),
    )
    return { ...page, tags: [`page:${address}`] }
  })
}

function deliver({ settings: { brand, figures } }: PublishedDependencies, address: string) {
  if (!isSpecified(address)) throw new ProblemError('not_found')
  return defaultPage(address, { subject: brand.subject, days: figures.guaranteeInDays })
}

/** As visitors would get it. */
export async function serveInLanguage(
  deps: Omit<PublishedDependencies, 'languages'>,
  content: PageContent,
): Promise<{ value: ServedPage; sizeInBytes: number }> {
  const isCounted = content.blocks.some(
    (block) =>
      block.type === 'figures' &&
      block.items.some(({ source }) => (publicFigures as readonly string[]).includes(source)),
  )
  const computed = isCounted ? await findPublicFigures(deps) : null
  const value = servePage(content, { ...deps.settings, computed })
  return { value, sizeInBytes: 2 * JSON.stringify(value).length }
}

/** Addresses of pages beside those that come with the academy. */
export async function findOwnPages({
  db,
  cache,
}: Pick<PublishedDependencies, 'db' | 'cache'>): Promise<ReadonlySet<string>> {
  return cache.find('own pages', async () => {
    const addresses = (await listOwnPages(db)).map(({ address }) => address)
    return { value: new Set(addresses), sizeInBytes: 100 * addresses.length, tags: ['pages'] }
  })
}

/** What stands around every page, as far as it was changed; made anew at the minute at which it changes. */
export async function findFrame({
  db,
  cache,
}: Pick<PublishedDependencies, 'db' | 'cache'>): Promise<ResponseOf<typeof getFrame>> {
  return cache.find('frame', async () => {
    const published = await readPublished(db, frameAddress)
    const tags = [`page:${frameAddress}`]
    if (published?.kind !== 'frame') return { value: noFrame, sizeInBytes: 100, tags }
    const now = Date.now()
    const linked = withoutDeadLinks(published, [...(await findOwnPages({ db, cache }))])
    const { value, nextChangeAt } = serveFrame(linked, now)
    const sizeInBytes = 2 * JSON.stringify(value).length
    return { value, sizeInBytes, tags, ...(nextChangeAt && { keptForInMs: nextChangeAt - now }) }
  })
}

const noFrame: ResponseOf<typeof getFrame> = {
  menu: null,
  footer: null,
  announcement: null,
  social: [],
}

/** A page may have been taken away since it was linked to. */
function withoutDeadLinks(frame: FrameContent, ownPages: readonly string[]): FrameContent {
  const living = (links: Link[]) => links.filter(({ to }) => leadsSomewhere(to, ownPages))
  const { menu, footer, announcement } = frame
  return {
    ...frame,
    menu: living(menu),
    footer: footer
      .map((column) => ({ ...column, links: living(column.links) }))
      .filter(({ links }) => links.length > 0),
    announcement: { ...announcement, link: living([announcement.link])[0] ?? noLink },
  }
}

const noLink: Link = { label: '', to: '' }
const delivered = runInLanguage(undefined, defaultFrame)

/** What visitors get of it at an instant, and when that changes by itself. */
export function serveFrame({ menu, footer, announcement, social }: FrameContent, now: number) {
  const { text, link, from, until } = announcement
  const begins = instantOf(from) ?? Number.NEGATIVE_INFINITY
  const ends = instantOf(until) ?? Number.POSITIVE_INFINITY
  const isShown = text !== '' && begins <= now && now < ends
  const changes = text === '' ? [] : [begins, ends].filter((at) => at > now && Number.isFinite(at))
  const value: ResponseOf<typeof getFrame> = {
    menu: isSame(menu, delivered.menu) ? null : menu,
    footer: isSame(footer, delivered.footer) ? null : footer,
    announcement: isShown ? { text, link: link.to === '' ? null : link } : null,
    social: social.map(({ url }): Link => ({ label: nameNetwork(url), to: url })),
  }
  return { value, nextChangeAt: changes.length > 0 ? Math.min(...changes) : null }
}

function instantOf(typed: string): number | null {
  const iso = fromIndiaTime(typed)
  return iso === null ? null : Date.parse(iso)
}

const networks: Record<string, string> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'instagram.com': 'Instagram',
  'facebook.com': 'Facebook',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
  'twitter.com': 'X',
  'wa.me': 'WhatsApp',
  'whatsapp.com': 'WhatsApp',
  't.me': 'Telegram',
  'threads.net': 'Threads',
  'pinterest.com': 'Pinterest',
  'discord.gg': 'Discord',
  'github.com': 'GitHub',
}

/** What people call it; of others the name of the site. */
function nameNetwork(url: string): string {
  const host = new URL(url).hostname.replace(/^(www|m|in)\./, '')
  const [, name] =
    Object.entries(networks).find(([site]) => host === site || host.endsWith(`.${site}`)) ?? []
  return name ?? host
}

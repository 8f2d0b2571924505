import type { MetaDescriptor } from 'react-router'
import type { PublicSite } from '../http/page-context.ts'
import { paths } from '../paths.ts'
import { languagePath, languageTag } from '../shared/i18n/language.ts'
import { t } from '../shared/i18n/translate.ts'
import {
  describeAcademy,
  describePage,
  describeTrail,
  type Step,
  type StructuredData,
} from './structured-data.ts'

type SaidOfSite = (site: PublicSite) => string

interface PageMeta {
  /** Without the brand: it is added. */
  title: string | SaidOfSite
  /** One or two sentences for search results. Left out: the page is not for them. */
  description?: string | SaidOfSite | undefined
  /** The page's one true address, e.g. `paths.about`. */
  path: string
  /** Shown beside a shared link, 1200 by 630. The academy's own unless another is given. */
  picture?: { path: string; alt: string }
  /** The pages between the start page and this one. */
  above?: readonly Step[]
  /** What the page is about, for search engines. */
  about?: ((site: PublicSite) => StructuredData[]) | undefined
}

interface MetaInput {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** For a screen's `meta`: title, description, canonical address and what link previews show. */
export function pageMeta({ matches }: MetaInput, given: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const site = (root as { site: PublicSite } | undefined)?.site // the root loader's answer
  if (!site) return typeof given.title === 'string' ? [{ title: given.title }] : []
  const say = (text: string | SaidOfSite) => (typeof text === 'string' ? text : text(site))
  const description = given.description && say(given.description)
  const page = { ...given, title: say(given.title), description }
  const title = `${page.title} · ${site.brand.name}`
  if (page.description === undefined) {
    return [{ title }, { name: 'robots', content: 'noindex' }]
  }
  const { publicUrl } = site
  const urlIn = (code?: string) => publicUrl + languagePath(page.path, code)
  const url = urlIn()
  const shown = [
    { title },
    { name: 'description', content: page.description },
    { tagName: 'link', rel: 'canonical', href: url },
  ]
  // Who reads the rest asks the server for each page: no browser need carry it.
  if (!import.meta.env.SSR) return shown
  const alternates = site.languages.map(({ code, tag }) => alternate(tag, urlIn(code)))
  const picture = page.picture ?? { path: paths.shareAcademy, alt: site.brand.name }
  return [
    ...shown,
    ...(alternates.length > 1 ? [...alternates, alternate('x-default', urlIn('en'))] : []),
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: site.brand.name },
    { property: 'og:locale', content: languageTag().replace('-', '_') },
    { property: 'og:image', content: publicUrl + languagePath(picture.path) },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@graph': [
          describeAcademy(site),
          describePage(publicUrl, page),
          ...(page.path === paths.home ? [] : [describeTrail(publicUrl, trailTo(page))]),
          ...(page.about?.(site) ?? []),
        ],
      },
    },
  ]
}

function alternate(hrefLang: string, href: string): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', hrefLang, href }
}

function trailTo({
  title,
  path,
  above = [],
}: { title: string } & Pick<PageMeta, 'path' | 'above'>): Step[] {
  return [{ name: t('Home'), path: paths.home }, ...above, { name: title, path }]
}

import { paths } from '../../../paths.ts'
import { english } from '../../../platform/languages/languages.ts'
import { type Language, languagePath } from '../../../shared/i18n/language.ts'

interface ListedCourse {
  id: string
  createdAt: Date
}

/** The pages that search engines are asked to show; courses follow from the database. */
const publicPages = [
  paths.home,
  paths.courses,
  paths.bundles,
  paths.about,
  paths.results,
  paths.contact,
  paths.refundPolicy,
  paths.terms,
  paths.privacy,
]

/** Pages that list courses change with the newest of them. */
const listingPages = new Set<string>([paths.home, paths.courses])

/** The site map (sitemaps.org, 0.9): every public page, then every course as given, each in every language. */
export function writeSitemap(
  publicUrl: string,
  courses: readonly ListedCourse[],
  languages: readonly Pick<Language, 'code' | 'tag'>[],
  /** Addresses of pages beside those that come with the academy. */
  ownPages: readonly string[] = [],
): string {
  const newest = courses
    .map(({ createdAt }) => createdAt.toISOString())
    .sort()
    .at(-1)
  const all = [english, ...languages]
  const entries = [
    ...[...publicPages, ...ownPages.map((address) => `/${address}`)].map((path) => ({
      path,
      changedAt: listingPages.has(path) ? newest : undefined,
    })),
    ...courses.map(({ id, createdAt }) => ({
      path: paths.course(id),
      changedAt: createdAt.toISOString(),
    })),
  ]
  const urls = entries.map(({ path, changedAt }) => {
    const change = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`
    const urlIn = (code: string) => escapeXml(publicUrl + languagePath(path, code))
    const links = all.map(
      ({ code, tag }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${urlIn(code)}"/>`,
    )
    const alternates = all.length > 1 ? links.join('') : ''
    return all
      .map(({ code }) => `<url><loc>${urlIn(code)}</loc>${change}${alternates}</url>`)
      .join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${all.length > 1 ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>
${urls.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

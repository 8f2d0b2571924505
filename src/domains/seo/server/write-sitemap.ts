import { paths } from '../../../paths.ts'

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

/** The site map (sitemaps.org, 0.9): every public page, then every course as given. */
export function writeSitemap(publicUrl: string, courses: readonly ListedCourse[]): string {
  const newest = courses
    .map(({ createdAt }) => createdAt.toISOString())
    .sort()
    .at(-1)
  const entries = [
    ...publicPages.map((path) => ({
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
    return `<url><loc>${escapeXml(publicUrl + path)}</loc>${change}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

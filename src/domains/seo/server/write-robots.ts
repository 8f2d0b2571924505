import { paths } from '../../../paths.ts'

/** What stands behind a login, is nobody's but one person's, or is no page. */
const closed = [
  '/api/',
  '/dev/',
  '/media/',
  paths.admin,
  paths.myCourses,
  '/certificate/',
  '/payment-success',
]

/** `robots.txt`: all public pages are welcome in search results, and here is their list. */
export function writeRobots(publicUrl: string): string {
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}`).join('\n')}

Sitemap: ${publicUrl}/sitemap.xml
`
}

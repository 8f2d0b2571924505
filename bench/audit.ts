import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod'
import { openBenchDatabase } from './support/bench-database.ts'
import { drawTable, publish } from './support/report.ts'
import { startProduct } from './support/start-program.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The part of a report that is printed here. */
const report = z.object({
  categories: z.record(
    z.enum(categories),
    z.object({
      score: z.number(),
      auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
    }),
  ),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      numericValue: z.number().optional(),
    }),
  ),
})
type Report = z.infer<typeof report>

const program = process.env['LIGHTHOUSE']
if (program === undefined) throw new Error('Run this by "npm run audit".')

const database = await openBenchDatabase({ durable: false })
const product = await startProduct(database.url, { SEED: 'demo' })
const courses = await fetch(`${product.url}/api/courses`)
const [course]: { id: string }[] = await courses.json()
const pages = ['/', '/courses', `/course/${course?.id}`, '/about', '/results', '/login']

const rows = [
  [
    'page',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'FCP, ms',
    'LCP, ms',
    'TBT, ms',
    'CLS',
    'kB',
  ],
]
const complaints: string[] = []
for (const page of pages) {
  await fetch(product.url + page) // rendered once and kept, as for all visitors but the first
  const found = await audit(program, product.url + page)
  const vital = (id: string) => found.audits[id]?.numericValue ?? Number.NaN
  rows.push([
    page,
    ...categories.map((name) => (found.categories[name].score * 100).toFixed(0)),
    vital('first-contentful-paint').toFixed(0),
    vital('largest-contentful-paint').toFixed(0),
    vital('total-blocking-time').toFixed(0),
    vital('cumulative-layout-shift').toFixed(3),
    (vital('total-byte-weight') / 1000).toFixed(0),
  ])
  complaints.push(...listComplaints(found).map((title) => `- ${page}: ${title}`))
  process.stderr.write('.')
}

await publish(database.pool, {
  command: 'audit',
  title: 'Lighthouse, mobile',
  text: `${drawTable(rows)}\n\n${complaints.join('\n')}`,
})
await product.stop()
await database.close()

async function audit(lighthouse: string, url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      url,
      '--output=json',
      '--quiet',
      '--form-factor=mobile',
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic',
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return report.parse(JSON.parse(stdout))
}

/** What cost points, in Lighthouse's own words. */
function listComplaints({ categories, audits }: Report): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]),
  )
  return weighed
    .filter((audit) => audit !== undefined)
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title }) => title)
}

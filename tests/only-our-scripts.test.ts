import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { afterAll, describe, expect, test } from 'vitest'
import { makeBundle, makeCourse } from './support/factories.ts'
import { listPublicPages } from './support/public-pages.ts'
import { readSourceFiles } from './support/read-imports.ts'
import { requireBuild } from './support/require-build.ts'
import { startTestServer } from './support/start-test-server.ts'

const buildDir = requireBuild()
const server = await startTestServer({
  env: { SANDBOX: 'public', PUBLIC_URL: 'https://academy.test' },
  pages: true,
})
afterAll(() => server.close())

const course = await makeCourse(server.db)
const bundleId = await makeBundle(server.db, [course.id, (await makeCourse(server.db)).id])
const inEnglish = [
  ...listPublicPages({ course: course.id, bundle: bundleId }),
  '/my-courses',
  `/certificate/${course.id}`,
  '/admin',
  `/admin/courses/${course.id}`,
  '/offline',
]
const pages = inEnglish.flatMap((path) => [path, `/hi${path === '/' ? '' : path}`])

describe.each(pages)('%s', (path) => {
  test('names in its policy each inline script of the page, and nothing else', async () => {
    const { html, policy } = await read(path)

    const scripts = listScripts(html)
    expect(scripts.length).toBeGreaterThan(0)
    expect(hashesIn(policy['script-src'])).toEqual(hashesOf(scripts))
    expect(html).not.toContain('nonce=')
  })

  test('lets nothing else run, and tells where it is stopped', async () => {
    const { policy, headers } = await read(path)

    expect(policy['script-src']?.join(' ')).not.toMatch(/unsafe-|nonce-/)
    expect(policy['require-trusted-types-for']).toEqual(["'script'"])
    expect(policy['trusted-types']).toEqual(['academy', 'default'])
    expect(policy['report-to']).toEqual(['csp'])
    expect(headers.get('reporting-endpoints')).toBe('csp="/api/csp-reports"')
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000')
    expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
  })
})

test('calls are by https for two years, too, and by http nothing is said of that', async () => {
  const plain = await startTestServer({
    env: { SANDBOX: 'public', PUBLIC_URL: 'http://academy.test' },
    pages: true,
  })
  try {
    const answers = [await server.fetch('/api/settings'), await plain.fetch('/api/settings')]
    const page = await plain.fetch('/')
    await server.fetch('/api/courses')
    const kept = await server.fetch('/api/courses') // from memory, past every hook
    expect(kept.headers.get('strict-transport-security')).toBe('max-age=63072000')

    const told = [...answers, page].map(({ headers }) => headers.get('strict-transport-security'))
    expect(told).toEqual(['max-age=63072000', null, null])
  } finally {
    await plain.close()
  }
})

test('HTML is written by React from a few known places, and by nothing else', () => {
  const files = readSourceFiles().filter(({ path }) => !/\/server\/|\.test\./.test(path))
  const pathsWith = (pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  expect(pathsWith(/dangerouslySetInnerHTML/).toSorted()).toEqual([
    // What the server made of Markdown.
    'domains/catalogue/web/preview-transcript.tsx',
    'pages/marketing/page-screen.tsx',
    // Constants, and what the server's page brought.
    'ui/document.tsx',
    'ui/layout/language-offer.tsx',
    'ui/prose.tsx',
  ])
  expect(
    pathsWith(/(inner|outer)HTML = |insertAdjacentHTML|document\.write|srcDoc|DOMParser/),
  ).toEqual([])
})

test('React’s own writing of HTML goes by the policy', async () => {
  const { html } = await read('/courses')
  const urls = [...html.matchAll(/\/assets\/framework-[\w-]+\.js/g)].map(([url]) => url)
  expect(urls.length).toBeGreaterThan(0)
  const script = await readFile(join(buildDir, 'client', urls[0] ?? ''), 'utf8')

  expect(script.match(/\.innerHTML=/g)).toHaveLength(3)
  expect(script.match(/\.innerHTML=trusted\.createHTML\(/g)).toHaveLength(3)
})

async function read(path: string) {
  const answer = await server.fetch(path)
  const given = answer.headers.get('content-security-policy') ?? ''
  const policy: Record<string, string[]> = Object.fromEntries(
    given.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ')
      return [name, sources]
    }),
  )
  return { html: await answer.text(), policy, headers: answer.headers }
}

/** As a browser finds them. */
function listScripts(html: string): string[] {
  const found: string[] = []
  let isInside = false
  let text = ''
  const parser = new Parser({
    onopentag(name, { src, type }) {
      if (name !== 'script' || src !== undefined || type?.startsWith('application/')) return
      isInside = true
      text = ''
    },
    ontext: (part) => {
      text += part
    },
    onclosetag: () => {
      if (isInside) found.push(text)
      isInside = false
    },
  })
  parser.end(html)
  return found
}

function hashesIn(sources: string[] = []): string[] {
  return sources.filter((source) => source.startsWith("'sha256-")).toSorted()
}

function hashesOf(texts: string[]): string[] {
  const hashes = texts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return [...new Set(hashes)].toSorted()
}

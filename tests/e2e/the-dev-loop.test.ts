import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePair } from '../support/find-free-pair.ts'
import { expect, test } from './support/test.ts'

const root = join(import.meta.dirname, '../..')
const sources = ['languages', 'migrations', 'public', 'sandbox', 'scripts', 'seed', 'src']
const settings = ['package.json', 'package-lock.json', 'tsconfig.json']
const toolSettings = ['react-router.config.ts', 'vite.config.ts']

let clear: (() => Promise<void>) | undefined
test.afterEach(() => clear?.())

test('npm run dev serves, shows a changed screen without losing what was typed, and a changed server file, and leaves nothing running', async ({
  page,
  watch,
}) => {
  test.slow() // each of its starts takes the bundler minutes on a machine with other work
  const dev = await startDev()
  clear = dev.clear
  await page.goto(`${dev.url}/login`)
  // Now and then the router's own tools miss a change, say so and load the page anew.
  watch.allow(/No module update found for route/)
  const words = [
    'New here?',
    'Are you new here?',
    'Is it your first time?',
    'Without an account?',
    'Never been here?',
    'No account so far?',
  ]
  await expect(async () => {
    await page.waitForLoadState() // a change while it loads is in the half of it that comes later
    await page.getByLabel('Email').fill('asha@example.test')
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.test', { timeout: 200 })
    const [old = '', fresh = ''] = words
    words.shift()

    await dev.change('src/domains/accounts/web/login-screen.tsx', old, fresh)

    await expect(page.getByText(fresh)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByLabel('Email')).toHaveValue('asha@example.test', { timeout: 2_000 })
  }).toPass()
  expect(dev.countStarts()).toBe(1)
  watch.expectNothing()
  await page.close() // it would look for a server that is starting anew, and complain

  // As an editor or git writes it: another file of the same name. In the middle it does not start.
  const robots = 'src/domains/seo/server/write-robots.ts'
  await dev.replace(robots, 'User-agent: *', 'User-agent: everybody')
  await expectRobots(dev.url, 'User-agent: everybody')
  // There an open page looks for it, and loads anew.
  const pinged = new WebSocket(dev.url.replace('http', 'ws'), 'vite-ping')
  await new Promise((resolve, reject) => {
    pinged.addEventListener('open', resolve)
    pinged.addEventListener('error', reject)
  })
  await dev.replace(robots, 'User-agent: everybody', 'User-agent: `')
  await expect.poll(dev.output, { timeout: 300_000 }).toContain('It is started anew as soon as')
  await dev.replace(robots, 'User-agent: `', 'User-agent: all')
  await expectRobots(dev.url, 'User-agent: all')
  expect(dev.hasDatabase()).toBe(true)

  expect(await dev.end()).toBe(0)

  expect(dev.hasDatabase()).toBe(false)
})

/** The project as somebody works on it: a copy, where files can be changed. */
async function startDev() {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'dev-loop-'))
  for (const name of [...sources, ...settings, ...toolSettings]) {
    await cp(join(root, name), join(folder, name), { recursive: true })
  }
  // Its own, as links: the bundler serves nothing from outside the project.
  spawnSync('cp', ['-al', join(root, 'node_modules'), folder])
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-dev-loop-'))
  await chmod(dataDir, 0o755) // as root: the database runs as a user of its own
  const port = await findFreePair()
  const child = spawn(process.execPath, ['scripts/start.js', '--dev'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const opened = Promise.withResolvers<void>()
  const hear = (chunk: Buffer): void => {
    output += chunk.toString()
    if (output.includes(' is open at ')) opened.resolve()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.once('close', () => opened.reject(new Error(output)))
  await opened.promise
  const end = () => {
    child.kill('SIGTERM')
    return closed
  }
  const write = async (path: string, from: string, to: string, ending = ''): Promise<void> => {
    const text = await readFile(join(folder, path), 'utf8')
    expect(text).toContain(from)
    await writeFile(join(folder, path + ending), text.replace(from, to))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    countStarts: () => output.split(' is open at ').length - 1,
    output: () => output,
    change: (path: string, from: string, to: string) => write(path, from, to),
    replace: async (path: string, from: string, to: string) => {
      await write(path, from, to, '.new')
      await rename(join(folder, `${path}.new`), join(folder, path))
    },
    hasDatabase: () => existsSync(join(dataDir, 'postgres/postmaster.pid')),
    end,
    clear: async () => {
      await end()
      for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true })
    },
  }
}

/** Also while it starts anew and nobody serves. */
async function expectRobots(url: string, text: string): Promise<void> {
  const read = async (): Promise<string> => (await fetch(`${url}/robots.txt`)).text()
  await expect.poll(() => read().catch(() => ''), { timeout: 300_000 }).toContain(text)
}

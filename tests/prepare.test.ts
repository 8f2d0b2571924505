import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Elsewhere processes are known by their numbers only. */
const knowsStarts = existsSync('/proc/self/stat')

let root = ''
let other: ChildProcess

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'academy-prepare-'))
  const folders = ['scripts', 'build', '.cache', 'node_modules/.bin']
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true })
  for (const name of ['prepare.js', 'run.js'])
    await cp(`scripts/${name}`, join(root, 'scripts', name))
  const files = ['package-lock.json', 'react-router.config.ts', 'vite.config.ts']
  for (const name of files) await writeFile(join(root, name), '')
  await writeFile(join(root, 'package.json'), '{"type":"module"}')
  await writeFile(builder(), '#!/bin/sh\n')
  await chmod(builder(), 0o755)
  other = spawn('sleep', ['3600'], { stdio: 'ignore' })
})
afterEach(async () => {
  other.kill()
  if (other.exitCode === null && other.signalCode === null) await once(other, 'exit')
  await rm(root, { recursive: true, force: true })
})

const builder = () => join(root, 'node_modules/.bin/react-router')
const lock = () => join(root, '.cache/prepare.lock')
const build = () =>
  spawn(process.execPath, ['-e', "import('./scripts/prepare.js').then((it) => it.ensureBuilt())"], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })

test.skipIf(!knowsStarts)(
  'a start goes on where whoever prepared was cut off and its number is another’s by now',
  async () => {
    for (const left of [`${other.pid}`, `${other.pid} 1`]) {
      await rm(join(root, 'build/.academy-built'), { force: true })
      await writeFile(lock(), left)

      const [code] = await once(build(), 'close')

      expect(code).toBe(0)
      expect(await readFile(join(root, 'build/.academy-built'), 'utf8')).not.toBe('')
      await expect(readFile(lock())).rejects.toThrow('ENOENT')
    }
  },
)

test('packages are installed anew where the power went while npm wrote what it had installed', async () => {
  await writeFile(join(root, 'node_modules/.package-lock.json'), '')
  await writeFile(join(root, 'package-lock.json'), '{"packages":{"":{}}}')
  const npm = join(root, 'npm')
  await writeFile(npm, '#!/bin/sh\necho "$1" >> asked.txt\n')
  await chmod(npm, 0o755)

  const text = "import('./scripts/prepare.js').then((it) => it.ensureInstalled())"
  const installing = spawn(process.execPath, ['-e', text], {
    cwd: root,
    env: { ...process.env, PATH: `${root}:${process.env['PATH']}` },
    stdio: 'ignore',
  })
  await once(installing, 'close')

  expect(await readFile(join(root, 'asked.txt'), 'utf8')).toBe('ci\n')
})

test.skipIf(!knowsStarts)('a start waits for whoever prepares, and says for whom', async () => {
  const stat = await readFile(`/proc/${other.pid}/stat`, 'utf8')
  const start = stat.split(' ')[21] // “sleep” holds no blank
  await writeFile(lock(), `${other.pid} ${start}`)

  const waiting = build()
  let said = ''
  waiting.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await vi.waitFor(() => expect(said).toContain(`Waiting for process ${other.pid},`))
  other.kill()
  const [code] = await once(waiting, 'close')

  expect(code).toBe(0)
})

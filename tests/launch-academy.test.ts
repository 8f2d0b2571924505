import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchAcademy } from './support/launch-academy.ts'
import { requireBuild } from './support/require-build.ts'
import { openTestDatabase } from './support/test-database.ts'

test('an academy that lost its port to another program is launched on others', async () => {
  requireBuild()
  const database = await openTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-launched-'))
  const other = createServer()
  onTestFinished(async () => {
    other.close()
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  const found: number[] = []
  const academy = await launchAcademy((port) => {
    found.push(port)
    if (found.length === 1) other.listen(port, '127.0.0.1') // found free, and taken
    return {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
    }
  })
  await academy.stop()

  expect(found.length).toBeGreaterThan(1)
  expect(academy.url).toBe(`http://127.0.0.1:${found.at(-1)}`)
})

test('no test names a port of its own', async () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('{src,sandbox,tests,seed,bench}/**/*.ts', { cwd: root })
  const named = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      return text
        .match(/(PORT: '|\.listen\(|\bport: )(?!0\b|65535)\d+/g)
        ?.map((found) => [file, found])
    }),
  )

  expect(named.filter((found) => found !== undefined)).toEqual([])
})

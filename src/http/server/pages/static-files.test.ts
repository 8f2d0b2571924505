import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readStaticFiles } from './static-files.ts'

test('an academy below a folder that begins with a dot serves its scripts, and no hidden file', async () => {
  const home = await mkdtemp(join(tmpdir(), 'academy-static-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const folder = join(home, '.local/client')
  await mkdir(join(folder, '.vite'), { recursive: true })
  for (const name of ['entry.js', '.vite/manifest.json']) await writeFile(join(folder, name), '1')

  const files = await readStaticFiles(folder, {})

  expect([...files.keys()]).toEqual(['/entry.js'])
})
